"""The built-in mind: talk that repeats little, insights that rest on several memories, the same
when run again."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from msgspec.structs import replace

from latticeville.core.rng import rng
from latticeville.mind.builtin import sentences
from latticeville.mind.builtin.conclusions import draw_insights
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.builtin.reply_variants import replies
from latticeville.mind.builtin.sentences import MAX_SENTENCE, phrases, telling
from latticeville.mind.builtin.talk import answer, greet
from latticeville.mind.requests.importance import RatedEvent, RatedEvents
from latticeville.mind.requests.reflection import ReflectionData, Statement
from latticeville.mind.requests.talk import TalkData
from latticeville.mind.topic import EVENT, INSIGHT, MEMORY, OPINION, PLAN, SECRET, Topic
from latticeville.mind.topics import OfferedTopic
from latticeville.models.model import Reply, Request
from latticeville.models.request_text import RequestText
from latticeville.runs import log
from latticeville.runs.fork import ForkChanges, fork
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.verify import ReplayDifference, verify
from latticeville.sim.tick import TickPayload
from tests.mind.test_topics import day, said
from tests.talkers import talkers
from tests.worlds import told

NAMES = {"ada": "Ada", "bob": "Bob", "cid": "Cid"}


@pytest.mark.parametrize("seed", [5, 6])
def test_at_most_every_seventh_utterance_of_a_day_repeats_another(seed: int) -> None:
    words = [event.words for _, event in said(day(seed))]
    assert len(words) > 40
    assert len(words) - len({*words}) <= 0.15 * len(words)


def test_nine_of_ten_openings_are_answered() -> None:
    """In the first tick all five meet at once, and whoever is opened to may open to somebody
    else."""
    openings = answered = 0
    for seed in range(5, 11):
        talk = said(day(seed))
        answers = {
            (tick, event.who, to)
            for tick, event in talk
            if event.turn == 1
            for to in event.listeners
        }
        opened = [(tick, event) for tick, event in talk if event.turn == 0 and tick > 1]
        openings += len(opened)
        answered += sum(
            any((tick + 1, who, one.who) in answers for who in one.listeners)
            for tick, one in opened
        )
    assert answered >= 0.9 * openings > 16


@pytest.mark.parametrize("seed", [5, 6])
def test_every_utterance_is_a_sentence(seed: int) -> None:
    for _, event in said(day(seed)):
        is_sentence(event.words)


def is_sentence(words: str) -> None:
    """Check the form of an utterance."""
    assert len(words) <= 300
    assert words[0] == "“" or not words[0].islower()
    assert words.endswith((".", "!", "?", "”"))
    assert not re.search(r"[Ff]rom at|[{}]|\.\.|:\.|  | at :", words)
    assert not re.search(r"[.!?] [a-z]", words.partition("“")[0])


@pytest.mark.parametrize("seed", [5, 6])
def test_every_insight_cites_two_memories_and_copies_none(seed: int) -> None:
    insights = 0
    for mind in day(seed)[-1].state.minds.values():
        for record in mind.memory:
            if record.kind == "reflection":
                insights += 1
                assert len({*record.cites}) >= 2
                assert all(
                    _share(record.text, mind.memory[cited].text) < 0.8 for cited in record.cites
                )
    assert insights > 5


def _share(text: str, source: str) -> float:
    mine = {*text.casefold().split()}
    return len(mine & {*source.casefold().split()}) / len(mine)


def write(folder: Path, ticks: int) -> list[TickPayload]:
    run = RecordedRun.start(folder, talkers(), BuiltinMind(), "builtin")
    payloads = [run.payload, *(run.step() for _ in range(ticks))]
    run.close()
    return payloads


def test_a_recorded_run_replays_verifies_and_forks_to_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "SEGMENT_TICKS", 60)
    payloads = write(tmp_path / "parent", 160)
    replay = Replay(tmp_path / "parent")
    assert [told(replay.at(tick)) for tick in (1, 59, 61, 160)] == [
        told(payloads[tick]) for tick in (1, 59, 61, 160)
    ]
    assert any(one.shared for mind in payloads[-1].state.minds.values() for one in mind.memory)
    assert not [one for one in verify(tmp_path / "parent") if isinstance(one, ReplayDifference)]
    run = fork(
        replay,
        90,
        tmp_path / "child",
        ForkChanges(),
        lambda _spec: BuiltinMind(),
        lambda _spec: None,
    )
    while run.payload.tick < 160:
        run.step()
    run.close()
    assert told(run.payload) == told(payloads[-1])


KINDS = (EVENT, MEMORY, OPINION, SECRET, INSIGHT)


def tellings(kind: str, source: str, who: str, text: str) -> Iterator[str]:
    """Yield how a topic is told under many draws."""
    offered = OfferedTopic(Topic("1.x.y", kind, who=who, source=source), text, 480, 1.0)
    for draw in range(60):
        yield telling(offered, NAMES, 2000, rng(draw, 1, "ada", "test"))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("source", "who"), [("", "ada"), ("", ""), ("bob", "bob"), ("bob", "cid"), ("bob", "")]
)
@pytest.mark.parametrize(
    "text", ["the bells ring", "Fire!", "Ada had no luck with the till.", "Is it “so”?"]
)
def test_every_template_makes_a_sentence(kind: str, source: str, who: str, text: str) -> None:
    if not who and (kind == OPINION or source):
        who = source or "ada"
    found = {*tellings(kind, source, who, text)}
    for words in found:
        is_sentence(words)
        assert ("Ada had no luck" in words) is text.startswith("Ada")
        assert not source or kind == EVENT or "Bob" in words or NAMES[who] in words


def test_a_plan_is_told_as_a_phrase_with_its_time() -> None:
    offered = OfferedTopic(Topic("p.ada.2400", PLAN, who="ada"), "having lunch at Café", 2400, 1.0)
    for draw in range(60):
        words = telling(offered, NAMES, 2000, rng(draw, 1, "ada", "test"))
        is_sentence(words)
        assert "having lunch at café" in words.lower()
        assert re.search(r"\bfour\b", words.lower())


def data(
    *topics: OfferedTopic, heard: Topic | None = None, turn: int = 0, **more: object
) -> TalkData:
    plain = TalkData(
        "ada",
        "Ada",
        "bob",
        "Bob",
        7,
        1,
        600,
        turn,
        8,
        heard,
        topics=topics,
        names=NAMES,
        closeness=0.4,
    )
    return replace(plain, **more)


def reply(rule: str, told_data: TalkData) -> dict[str, object]:
    answered = {"greet": greet, "answer": answer}[rule](
        Request(rule, "ada", 5, RequestText(""), data=told_data)
    )
    found: dict[str, object] = json.loads(answered)
    return found


def offered(
    text: str, worth: float, key: str = "1.x.y", kind: str = EVENT, who: str = ""
) -> OfferedTopic:
    return OfferedTopic(Topic(key, kind, who=who), text, 500, worth)


def test_people_open_with_the_best_topic_and_the_reserved_wait_for_a_better_one() -> None:
    topic = offered("The oak fell.", 0.55)
    assert reply("greet", data(topic))["topic"] == 1
    assert "the oak fell." in str(reply("greet", data(topic))["words"]).lower()
    assert reply("greet", data(topic, nature=(("extraversion", 0.1),)))["talk"] is False
    assert reply("greet", data())["talk"] is False


def test_what_is_too_long_to_be_said_is_left_out_and_the_number_fits_what_is_said() -> None:
    long, short = offered("L" * MAX_SENTENCE, 2.0), offered("The oak fell.", 1.0, "1.oak")
    for rule in ("greet", "answer"):
        found = reply(rule, data(long, short))
        assert found["topic"] == 2
        assert "the oak fell." in str(found["words"]).lower()


def test_an_opinion_is_answered_with_ones_own_on_the_same_subject() -> None:
    heard = Topic("o.bob.the oak", OPINION, "Fell it.", "bob", "bob")
    mine = offered("The oak stays.", 0.1, "o.ada.the oak", OPINION, "ada")
    found = reply("answer", data(offered("It rains gold.", 2.0), mine, heard=heard, turn=1))
    assert (found["topic"], found["end"]) == (2, False)
    assert "the oak stays." in str(found["words"]).casefold()


def test_a_talk_ends_when_nothing_is_left_to_tell_and_at_the_last_turn() -> None:
    assert reply("answer", data(turn=2)) == {
        **reply("answer", data(turn=2)),
        "end": True,
        "topic": 0,
    }
    topic = offered("The oak fell.", 0.37)
    ends = [reply("answer", data(topic, turn=turn))["end"] for turn in (1, 2, 5, 7)]
    assert ends == [False, False, True, True]
    assert reply("answer", data(offered("The oak fell.", 9.0), turn=7))["end"] is True


def test_who_answers_adds_nothing_that_has_nothing_to_do_with_it() -> None:
    heard = Topic("m.bob.1", MEMORY, "Bob fell into the pond.", "bob", "bob")
    mine = offered("I sold the goat.", 1.0, "m.ada.1", MEMORY, "ada")

    def topics(topic: OfferedTopic) -> list[object]:
        replies = (reply("answer", data(topic, heard=heard, turn=1, seed=one)) for one in range(40))
        return [(one["topic"], one["end"]) for one in replies]

    assert topics(mine).count((0, False)) > 25
    assert topics(replace(mine, fits=True)) == [(1, False)] * 40
    assert topics(offered("The oven burns.", 1.0)) == [(1, False)] * 40


def statement(
    text: str,
    topic: Topic | None,
    place: str = "Mill",
    about: tuple[str, ...] = ("bob",),
    minute: int = 500,
) -> Statement:
    return Statement("observation", text, minute, place, about, topic)


def insights(*statements: Statement, known: tuple[str, ...] = ()) -> list[tuple[str, list[int]]]:
    names = {**NAMES, "till": "the till"}
    asked = ReflectionData("ada", "Ada", statements, names, ("bob", "cid"), known)
    drawn = json.loads(
        draw_insights(
            Request("insights", "ada", 5, RequestText("", facts={"most": "5"}), data=asked)
        )
    )
    return [(one["insight"], one["because"]) for one in drawn["insights"]]


@pytest.mark.parametrize(
    "question", ["What occupies Ada most?", "Whom does Ada meet?", "What has changed for Ada?"]
)
def test_a_question_is_answered_with_as_many_insights_as_it_asks_for(question: str) -> None:
    said = [
        statement(f"Bob {count}.", None, place) for count, place in enumerate(["Mill", "Inn"] * 2)
    ]
    asked = ReflectionData("ada", "Ada", tuple(said), NAMES, ("bob",))
    for least in (1, 2, 3):
        facts = {"most": str(least), "least": str(least), "question": question}
        drawn = json.loads(
            draw_insights(Request("insights", "ada", 5, RequestText("", facts=facts), data=asked))
        )["insights"]
        assert len({one["insight"] for one in drawn}) == least
        assert all(len(one["because"]) >= 2 for one in drawn)


def test_what_two_people_tell_independently_is_noted_and_cites_both() -> None:
    def told(who: str, *heard_by: str) -> Statement:
        topic = Topic("1.oak.down", EVENT, "The oak fell.", "", who)
        return statement("…", topic, who, (who, "ada", *heard_by))

    rain = statement("Rain.", None, "Mill", ())
    confirmed = ("Ada has it from two sides, Bob and Cid: The oak fell.", [1, 2])
    assert confirmed in insights(told("bob"), told("cid"), rain)
    assert confirmed not in insights(told("bob", "cid"), told("cid"), rain)


def test_people_whom_one_meets_on_several_occasions_keep_meeting_one() -> None:
    seen = [statement(f"Bob {count}.", None, minute=480 + 100 * count) for count in range(3)]
    found = insights(*seen)
    assert ("Ada and Bob keep meeting at Mill.", [1, 2, 3]) in found or (
        "Ada and Bob keep meeting at Mill in the morning.",
        [1, 2, 3],
    ) in found
    again = insights(*seen, known=(found[0][0],))
    assert found[0] not in again
    once = [statement(f"Bob {count}.", None, minute=480 + count) for count in range(9)]
    assert not [text for text, _ in insights(*once) if "keep meeting" in text]


def test_an_object_that_makes_news_on_two_occasions_is_noticed() -> None:
    def seen(*minutes: int) -> list[Statement]:
        return [
            statement(
                f"Till {minute}.",
                Topic(f"{minute}.till", EVENT),
                f"Place {minute}",
                ("till",),
                minute=minute,
            )
            for minute in minutes
        ]

    noticed = ("There is something with the till again and again.", [1, 2])
    assert insights(*seen(480, 900)) == [noticed]
    assert insights(*seen(480, 500)) == []


def held(who: str, stance: float, source: str = "", text: str = "The oak.") -> Statement:
    topic = Topic(f"o.{who}.the oak", OPINION, "…", who, source or who, stance=stance)
    return statement(text, topic, who, (source or who,))


def test_who_speaks_for_a_subject_and_who_against_it_do_not_agree() -> None:
    apart = ("Bob and Cid do not agree about the oak.", [1, 2])
    assert apart in insights(held("bob", 0.5), held("cid", -0.3))
    alike = ("Bob and Cid think alike about the oak.", [1, 2])
    assert alike in insights(held("bob", 0.5), held("cid", 0.3))
    assert not insights(held("bob", 0.5), held("cid", -0.3, source="bob"))


def test_views_agree_only_where_they_are_held_and_their_words_say_so() -> None:
    assert not insights(held("bob", 0.5), held("cid", 0.2))
    dark = held("bob", 0.5, text="I set bones."), held("cid", -0.3, text="I like shade.")
    assert not insights(*dark)
    told = ("Bob and Cid do not agree about the oak.", [2, 3])
    assert told in insights(dark[0], held("bob", 0.5), held("cid", -0.3))


def test_only_what_was_told_to_oneself_was_confided() -> None:
    def confided(number: int, to: str) -> Statement:
        topic = Topic(f"m.bob.{number}", MEMORY, "…", "bob", "bob")
        return statement("…", topic, f"Place {number}", ("bob", to))

    trusts = "Bob trusts Ada with things close to the heart."
    assert (trusts, [1, 2]) in insights(confided(1, "ada"), confided(2, "ada"))
    assert trusts not in [text for text, _ in insights(confided(1, "ada"), confided(2, "cid"))]


@pytest.mark.parametrize(
    ("event", "rating"),
    [
        (RatedEvent("happened"), 8),
        (RatedEvent("changed", alarm=True), 8),
        (RatedEvent("changed", has_text=True), 4),
        (RatedEvent("changed"), 3),
        (RatedEvent("said", topic=SECRET), 7),
        (RatedEvent("said"), 1),
        (RatedEvent("weather", has_text=True), 1),
    ],
)
def test_importance_follows_the_kind_of_an_event(event: RatedEvent, rating: int) -> None:
    asked = Request(
        "rate", "", 5, RequestText(""), data=RatedEvents((RatedEvent("weather"), event))
    )
    (reply,) = BuiltinMind().answer([asked])
    assert json.loads(reply.text) == {"ratings": [1, rating]}


def test_what_a_question_asks_for_is_part_of_the_key_of_its_answer() -> None:
    said = tuple(statement(f"Bob {count}.", None) for count in range(4))
    asked = ReflectionData("ada", "Ada", said, NAMES, ("bob",))

    def answered(least: str, question: str) -> Reply:
        facts = {"most": "3", "least": least, "question": question}
        return BuiltinMind().answer(
            [Request("insights", "ada", 5, RequestText("", facts=facts), data=asked)]
        )[0]

    assert {*answered("2", "Whom does Ada meet?").reads} == {"least", "most", "question"}
    assert answered("1", "") == answered("3", "")
    assert answered("1", "").reads == ("most",)


PLACEHOLDERS = {
    *(
        "author",
        "bare",
        "choice",
        "rival",
        "aim",
        "vote",
        "counter",
        "day",
        "dislikes",
        "doing",
        "due",
        "gist",
        "incident",
        "likes",
        "lower",
        "quote",
        "other",
    ),
    *("part", "place", "second", "source", "state", "subject", "thing", "third", "time", "to"),
    *("what", "when"),
}


def test_each_phrase_has_variants_of_its_own_with_known_placeholders() -> None:
    for name, variants in phrases().items():
        assert variants, name
        assert len({*variants}) == len(variants), name
        fields = {field for one in variants for _, field, _, _ in Formatter().parse(one)}
        assert {field.lower() for field in fields if field} <= PLACEHOLDERS, name


def test_each_phrase_that_the_rules_say_exists() -> None:
    code = "".join(
        file.read_text("utf-8")
        for file in Path(sentences.__file__).parent.glob("*.py")
        if file.stem != "uptake"
    )
    spoken = {*re.findall(r'say\(\s*"([a-z_]+)"(?: if [^,]* else "([a-z_]+)")?', code)}
    named = {name for pair in spoken for name in pair if name}
    assert len(named) >= 10
    assert named <= phrases().keys() | replies().keys()


ELSEWHERE = re.compile(
    r"\b(square|road|street|counter|cider|beer|wine|till|postman|church|village|town|inn|pub|garden|bank"
    r"|cat|hat|coats?|stairs|attic|chimney)\b"
)
"""Words for what not every world has."""


def test_no_words_of_the_rules_name_what_a_world_may_not_have() -> None:
    said = [*phrases().items(), *replies().items()]
    bare = [(name, re.sub(r"{\w+}", "", one)) for name, found in said for one in found]
    named = [one for one in bare if ELSEWHERE.search(one[1])]
    assert not named
