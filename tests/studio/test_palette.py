"""The palette: what it finds, what enter does, and what it says of what cannot be."""

from tests.studio.conftest import VILLE, Driven, studio


async def typed(driven: Driven, *letters: str) -> str:
    await driven.press("ctrl+p", *letters)
    await driven.pilot.pause(0.1)
    return driven.frame()


async def test_enter_chooses_from_the_list_of_what_was_typed() -> None:
    async with studio(VILLE) as driven:
        await driven.burst("ctrl+p", *"ada", "enter")
        await driven.until(lambda: driven.simulate.selected == "ada")
        assert not driven.view.playing


async def test_enter_chooses_however_fast_it_comes() -> None:
    async with studio(VILLE) as driven:
        await driven.press("ctrl+p", *"ada", "enter")
        await driven.until(lambda: driven.simulate.selected == "ada")
        assert not driven.view.playing


async def test_enter_on_nothing_does_nothing() -> None:
    async with studio(VILLE) as driven:
        await driven.burst("ctrl+p", *"zzqx", "enter")
        await driven.pilot.pause(0.1)
        assert driven.simulate.selected == ""
        assert not driven.view.playing


async def test_no_second_dialog_opens_over_one() -> None:
    async with studio(VILLE) as driven:
        for first in ("question_mark", "slash", "ctrl+p"):
            await driven.press(first)
            await driven.press("ctrl+p")
            assert len(driven.app.screen_stack) == 3
            await driven.press("escape")
            assert len(driven.app.screen_stack) == 2


async def test_what_the_footer_says_goes_with_the_next_key() -> None:
    async with studio(VILLE) as driven:
        await driven.press("ctrl+c")
        assert "ctrl+q leaves the studio" in driven.frame()
        await driven.press("tab")
        assert "ctrl+q leaves the studio" not in driven.frame()
        assert "space play" in driven.frame()
