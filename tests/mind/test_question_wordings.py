"""Questions in the words of whoever is in a hurry, chats on, or only names what is different from the
question before."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from latticeville.mind.builtin.answers.answer import NEAREST
from latticeville.mind.builtin.answers.ellipsis import continued
from latticeville.mind.builtin.answers.oneself import NOT_TOLD
from latticeville.mind.builtin.answers.plain_question import plain_question
from latticeville.mind.builtin.answers.whereabouts import NOTHING
from latticeville.mind.builtin.interview import UNKNOWN, PutQuestion, answer, question_before
from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.mind.topic import OUTCOME, SECRET, Topic
from tests.laws import law
from tests.mind.test_answers import RECORDS, ada, said


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("where'd u sleep?", "where did you sleep"),
        ("Who'd you like to meet?", "who would you like to meet"),
        ("whats ur name", "what is your name"),
        ("did ya see my mum 2day?", "did you see my mother today"),
        ("You owe anyone money?", "do you owe anyone money"),
        ("Been to the inn lately?", "have you been to the inn lately"),
        ("Anyone visited you today?", "has anyone visited you today"),
        ("Tired?", "are you tired"),
        ("Got any kids?", "do you have any kids"),
        ("Anybody else around?", "who is here"),
        ("What time do you get home?", "when do you get home"),
        ("What's your take on the oak?", "what do you think of the oak"),
        ("What is Bob's opinion on the oak?", "what does bob think of the oak"),
        ("If the oak fell, what would you do?", "what would you do if the oak fell"),
        ("Are you and Bob close?", "how close are you to bob"),
        ("Is there anybody you can't stand?", "who do you dislike"),
        ("Heard any rumours?", "what is new"),
        ("Does Bob ever drop by?", "does bob ever visit you"),
        ("Is it true you're going blind?", "are you going blind"),
        (
            "Where is the libary, and who was there yesturday?",
            "where is the libary, and who was there yesterday",
        ),
        ("You hate the oak, don't you?", "do you hate the oak"),
        ("I was told that you hate the oak. Is that so?", "do you hate the oak"),
        ("Does anyone in the village owe you money?", "does anyone owe you money"),
        ("Did you and Bob talk yesterday?", "did you talk with bob yesterday"),
        ("What's your cousin called?", "who is your cousin"),
        ("Name three people you know.", "how many people do you know"),
        ("Are you fond of Bob?", "do you like bob"),
        ("Bob or Juno, who do you like more?", "who do you like more, bob or juno"),
        ("You have got kids, right?", "have you got kids"),
        ("Do you think Bob will marry again?", "will bob marry again"),
        ("How long have you and Bob been friends?", "how long have you known bob"),
        ("Roughly when did you get up?", "when did you get up"),
        ("By the way, how old are you, if I may ask?", "how old are you"),
    ],
)
def test_chatty_words_are_put_plainly(text: str, plain: str) -> None:
    assert plain_question(text, "Ada") == plain
    assert plain_question(plain, "Ada") == plain


@pytest.mark.parametrize(
    ("low", "earlier", "whole"),
    [
        ("juno", "what does bob think of the oak", "what does juno think of the oak"),
        ("you", "what does bob think of the oak", "what do you think of the oak"),
        ("and you", "what is bob's dream", "what is your dream"),
        ("what about bob", "are you for the oak", "is bob for the oak"),
        ("the well", "what does bob think of the oak", "what does bob think of the well"),
        ("on tuesday", "where were you on monday at noon", "where were you on tuesday"),
        ("and for it", "who is against the oak", "who is for the oak"),
        ("and yesterday evening", "where were you today", "where were you yesterday evening"),
        ("why", "what does bob think of the oak", "why"),
        ("who else", "what does bob think of the oak", "who else"),
    ],
)
def test_what_is_different_is_put_in_the_words_of_the_question_before(
    low: str, earlier: str, whole: str
) -> None:
    names = (["bob", "juno"], ["the oak", "the well"], ["inn"])
    assert continued(low, earlier, names, 600) == whole


@law(50)
@given(st.sampled_from(["who", "what", "do", "is", "why", "had"]), st.text("abc -'", max_size=20))
def test_a_question_with_a_verb_is_none_that_only_names_something(verb: str, rest: str) -> None:
    low = f"{verb} {rest}".strip()
    assert continued(low, "where is bob", (["bob", rest],), 600) == low


def test_a_follow_up_belongs_to_the_last_whole_question() -> None:
    texts = ["What does Bob think of the oak?", "And Juno?", "Why?"]
    assert question_before(ada(), texts) == "what does juno think of the oak"
    words, _ = said("And you?", question_before(ada(), texts))
    assert words.startswith("On the oak, I am for it")


@pytest.mark.parametrize(
    ("question", "before", "words"),
    [
        ("Who told you that?", "What do you know about the well?", "Bob. Bob told me"),
        ("Who told you that?", "How old are you?", "Nobody told me. I know it of myself."),
        ("What about?", "Did you talk to Juno?", "Juno told me"),
        (
            "Does Juno think the same?",
            "What do you think of the oak?",
            "Yes. On the oak, I am for it",
        ),
        ("Since when?", "Are you still set on the oak?", "Since Mon 11:10."),
        ("Says who?", "Did you see a cup fall?", "Nobody told me. I saw it"),
        ("Why?", "What do you know of goldfish in the well?", "I cannot say: I only quoted"),
        ("Why?", "", "I do not know what you mean."),
    ],
)
def test_what_an_answer_rests_on_is_told(question: str, before: str, words: str) -> None:
    assert said(question, before)[0].startswith(words)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Who do you like more, Bob or Juno?", "Bob is closer to me (0.80 of 1) than Juno (0.40)."),
        ("Do you trust Bob more than Juno?", "No. I trust Juno more (0.70 of 1) than Bob (0.30)."),
        ("Do you trust Bob less than Juno?", "Yes. I trust Juno more"),
        ("Would you rather live with Juno or with Bob?", "Bob is closer to me"),
        ("Who is older, you or Bob?", "Younger. Bob is to me: younger brother."),
        ("What is your favourite place?", "I could not say. I am most often at"),
        ("Are you in love?", NOT_TOLD),
        (
            "What would you do if they felled the oak?",
            "I cannot say what would be then. On the oak",
        ),
        ("Would you mind if the oak fell?", "On the oak, I am for it (+0.50)"),
        (
            "What do people think of the oak?",
            "On the oak, as far as I have heard: 2 for it (Juno, I).",
        ),
        ("What do Bob and Juno think of each other?", "I do not know what others think of each"),
        ("Are you scared of the inn?", NEAREST),
        ("Whom have you not spoken with?", "I have spoken with everybody whom I know."),
        ("When did you leave the library?", "On Mon 11:10, I left Library."),
        ("How often were you at the inn?", "Once, as far as I remember: I came to Inn last on"),
        ("When will you be at the inn?", "At 20:00 on a usual day: having supper at Inn."),
        ("Why did you and Bob fall out?", NEAREST),
        ("Did anything unusual happen yesterday?", "What I remember most: "),
        ("What day are we on?", "It is Tuesday, 10:00."),
        ("How much money do you have?", "I have 3 coins with me."),
        ("What does Juno do for work?", "Juno works at Square."),
        ("Do you and Bob live together?", "Yes. Bob lives at Inn."),
        ("Where is the libary?", "Library"),
        ("Were you at the libary on Munday?", "Yes, I was at Library"),
        ("Is Bob stingy?", "I cannot say. He owes me a book."),
        ("Is Max stingy?", "I do not know Max."),
        ("Who do you see most?", "As far as I remember: Bob (once) and Juno (once)."),
        ("How long did you talk with Juno?", "For 1 minute, on Mon 11:10."),
        ("What was Bob doing yesterday?", "I did not see what Bob did then."),
        ("What did you do last yesterday?", "I take the brass key."),
        ("What did Bob say about you?", "I have not heard Bob say anything about me."),
        ("Do you hate the oak?", "No. On the oak, I am for it"),
        ("Have you ever written a book?", "I want to write a book."),
        ("Is Bob your sibling?", "Yes. Bob is to me: younger brother."),
        ("Does Bob know you well?", "I do not know what Bob thinks of me. Bob is very close"),
        ("Does Bob snore?", "I cannot say. He owes me a book."),
        ("How is Bob?", "I cannot say for sure. Bob told me"),
        ("Were you angry with anyone yesterday?", "Bob Hill, if anybody."),
        ("With whom did you have lunch?", "I remember no such meal."),
        ("Which key have you taken?", "I take the brass key."),
        ("Do most people want Bob to fell the oak?", "2 for it (Juno, I)."),
        ("Why have you never been to the sea?", "I don't know anything about that."),
        ("Will you go to the party on Sunday?", "I have no plan for Sunday yet."),
        ("Will you go to the party?", "It is over. I was there on Mon"),
        ("How well do you know Juno?", "Yes. Juno Moe, who works at Square."),
        ("Who is the last person that made you angry?", "Bob Hill, if anybody."),
        ("What did Bob say about himself?", "I have not heard Bob say anything about Bob."),
        ("What did Juno say about herself?", "The oak stays"),
        ("How long were you at the inn yesterday?", "I was at Inn Mon 13:00 to"),
        ("What time's the party?", "It is over."),
        ("Why weren't you at the party?", "But I was there on Mon"),
        ("Would you lend Juno money if she asked?", "I cannot say what would be then. Juno is"),
        ("What's the name of the key?", NEAREST),
        ("Were you at the library with Juno?", "Not that I remember"),
        ("What is Bob's secret?", "Yes, Bob did, last"),
        ("Where are your mother's letters?", "Mother kept a bundle of letters"),
        ("Do you know where the gold is buried?", NOT_TOLD),
        ("Did anyone come to your wedding?", "Not that I know of."),
        ("Do you like Juno's bread?", UNKNOWN),
        ("Who is your oldest enemy?", UNKNOWN),
        ("How was the well compared to the fountain?", UNKNOWN),
        ("What did Bob tell you when you met him?", "Bob told me"),
        ("What happened after the party?", NOTHING),
        ("Did you talk to Bob or Juno first?", "Juno, on Mon 11:10"),
        ("What do Bob and Juno think of the oak?", "I have not heard what Bob thinks of the oak."),
        ("What did you hear from Juno?", "The oak stays"),
        ("How many customers did you have?", UNKNOWN),
        ("Did you have lunch with Bob?", "Nothing that I remember."),
        ("Where do I find Juno?", "I do not know where Juno is now."),
        ("Rank the people you trust most.", "I trust Juno Moe most"),
        ("Who's your worst enemy?", "Juno Moe is the least close to me"),
        ("Were you at the inn yesterday, as agreed with Bob?", "Yes, on Mon 13:00 at Inn."),
        ("What did Bob confide in you?", "Yes, Bob did, last on"),
        ("Whom do you trust most, and whom least?", "I trust Bob Hill least"),
        ("What did you and Bob do yesterday at half past six?", "Bob"),
        ("Are you still friends with Bob?", "Yes. Bob is very close to me"),
        ("Is Bob still your friend?", "Bob"),
        ("Have you and Bob made plans?", "I have agreed: "),
        ("Did Bob come to the party like he said he would?", "No: Bob did not come"),
        ("Has anyone disagreed with you?", "No, I know of nothing"),
        ("What's your brother like?", "Bob is to me: younger brother."),
        ("Who promised to come tomorrow?", "Bob. We have agreed on this:"),
        ("Was it the stove?", NOT_TOLD),
        ("Was Juno late for the party?", NEAREST),
        ("Thanks, bye!", "You are welcome."),
    ],
)
def test_more_kinds_of_questions_are_answered(question: str, words: str) -> None:
    assert words in said(question)[0]


@law(60)
@given(
    st.sampled_from(["bob", "juno", "max"]),
    st.sampled_from(["ada", "other"]),
    st.sampled_from(["frog drawer", "trapdoor cellar", "ring pawnshop", "ghost chimney"]),
)
def test_who_was_told_a_secret_is_named_and_the_secret_is_not(
    other: str, speaks: str, matter: str
) -> None:
    asked, (first, second) = ada(), matter.split()
    is_own = speaks == "ada"
    speaker, hearer = ("ada", other) if is_own else (other, "ada")
    gist = f"There is a {first} in my {second}."
    text = f"{asked.world.name_of(speaker)} says to {asked.world.name_of(hearer)}: “{gist}”"
    told = Topic(f"s.{speaker}", SECRET, gist, speaker, speaker)
    about, number = (speaker, hearer), len(RECORDS)
    record = MemoryRecord(
        number, "observation", text, 900, "inn", (), 4, told, about, (), spoken=True
    )
    memory = MemoryStream([*asked.mind.memory, record])
    asked = replace(asked, mind=structs.replace(asked.mind, memory=memory))
    name = asked.name(other)
    for question in (f"Who else knows about the {first}?", f"does anyone know about ur {first}"):
        words = answer(PutQuestion(asked, question)).words
        assert name in words
        assert second not in words
    whom = answer(PutQuestion(asked, f"Who did you tell about the {first}?")).words
    assert (name in whom) == is_own
    assert second not in whom
    asks = f"Is there a {first} in a {second}?"
    assert answer(PutQuestion(asked, asks)).words == NOT_TOLD


@pytest.mark.parametrize(
    ("question", "before", "words"),
    [
        ("And did it happen?", "What have you agreed with Bob?", "It is still to come."),
        ("Did you do it?", "What did you agree with Bob on Monday at 18:00?", "Yes, I was there."),
        ("Did it work out?", "How old are you?", "I cannot say."),
        ("And when?", "Who will mend the shelf?", "I cannot say"),
        ("And whom least?", "Whom do you trust most?", "I trust Bob Hill least"),
    ],
)
def test_a_question_goes_on_from_what_was_agreed_or_ranked(
    question: str, before: str, words: str
) -> None:
    assert words in said(question, before)[0]


@pytest.mark.parametrize(
    ("ends", "question", "opens"),
    [
        (".done", "Who fixed the oven?", "Bob."),
        (".done", "Did Bob mend the oven in the end?", "Yes."),
        ("", "Did Bob repair the oven?", "No."),
        ("", "Who saw to the oven?", "Nobody."),
    ],
)
def test_what_became_of_a_task_is_told(ends: str, question: str, opens: str) -> None:
    asked, number = ada(), len(RECORDS)
    told = Topic(f"d.t.bob.oven.0.bob{ends}", OUTCOME, "Bob saw to the oven.", "bob", "bob")
    text, about = "Bob says to Ada: “I saw to the oven, or meant to.”", ("bob", "ada")
    record = MemoryRecord(
        number, "observation", text, 900, "inn", (), 4, told, about, (), spoken=True
    )
    memory = MemoryStream([*asked.mind.memory, record])
    asked = replace(asked, mind=structs.replace(asked.mind, memory=memory))
    assert answer(PutQuestion(asked, question)).words.startswith(opens)


def test_there_is_where_the_question_before_was() -> None:
    words, _cited = said("Who was there?", "Were you at the library on Monday?")
    assert words == said("Who was at the library?")[0]


@pytest.mark.parametrize(
    ("question", "opens"),
    [
        ("Were you married to Bob?", "Yes: Bob Hill (ex-husband)."),
        ("Are you married to Bob?", "No: Bob Hill (ex-husband)."),
        ("Is Bob your ex-husband?", "Yes."),
    ],
)
def test_a_bond_that_is_over_is_told_as_such(question: str, opens: str) -> None:
    asked = ada()
    persona = asked.persona
    first, *more = persona.relationships
    bonds = (structs.replace(first, how="ex-husband"), *more)
    told = structs.replace(persona, relationships=bonds)
    people = {**asked.world.people, "ada": structs.replace(asked.world.people["ada"], persona=told)}
    asked = replace(asked, world=structs.replace(asked.world, people=people))
    assert answer(PutQuestion(asked, question)).words.startswith(opens)


def test_a_view_of_another_is_told_without_its_secret() -> None:
    asked = ada()
    first, *more = asked.persona.relationships
    view = "He owes me a book. He saw me burn the letters of my mother in the stove."
    persona = asked.persona
    bonds = (structs.replace(first, view=view), *more)
    resident = asked.world.people["ada"]
    people = {
        **asked.world.people,
        "ada": structs.replace(resident, persona=structs.replace(persona, relationships=bonds)),
    }
    asked = replace(asked, world=structs.replace(asked.world, people=people))
    for question in ("Do you trust Bob?", "Who is Bob?", "Who is closest to you?"):
        words = answer(PutQuestion(asked, question)).words
        assert "He owes me a book." in words
        assert "stove" not in words


def test_nothing_is_unusual_to_somebody_without_memories() -> None:
    asked = ada()
    asked = replace(asked, mind=structs.replace(asked.mind, memory=MemoryStream([])))
    words = answer(PutQuestion(asked, "Did anything unusual happen today?")).words
    assert words == "I remember nothing of that time."
