"""The theme picker: previews, choices, and the theme before."""

from textual.theme import BUILTIN_THEMES

from studio.app.themes import CYCLE, ThemePicker, theme_options
from studio.run.panes.run_map import RunMap
from studio.ui.dialogs.option_dialog import OptionLines
from studio.ui.settings import saved_theme
from studio.ui.theme import studio_themes
from tests.studio.conftest import Driven, studio


def test_our_themes_come_first_and_none_is_missing() -> None:
    themes = [*BUILTIN_THEMES.values(), *studio_themes()]
    names = [option.key for option in theme_options(themes)]
    assert tuple(names[: len(CYCLE)]) == CYCLE
    assert {*names} == {theme.name for theme in themes}


async def opened(driven: Driven) -> ThemePicker:
    driven.app.dispatcher.run_id("app.themes")
    await driven.until(lambda: isinstance(driven.app.screen, ThemePicker))
    picker = driven.app.screen
    assert isinstance(picker, ThemePicker)
    return picker


async def test_the_screen_shows_the_theme_at_the_cursor_and_esc_restores_the_one_before() -> None:
    async with studio() as driven:
        ground = driven.simulate.query_one(RunMap).background_colors[1]
        await opened(driven)
        await driven.press("down")
        await driven.until(lambda: driven.app.theme == "day")
        assert driven.simulate.query_one(RunMap).background_colors[1] != ground
        await driven.press("escape")
        await driven.until(lambda: driven.app.screen is driven.simulate)
        assert driven.app.theme == saved_theme() == "night"
        assert driven.simulate.query_one(RunMap).background_colors[1] == ground


async def test_enter_keeps_a_theme_that_was_typed() -> None:
    async with studio() as driven:
        await opened(driven)
        await driven.press(*"nord")
        await driven.until(lambda: driven.app.theme == "nord")
        await driven.press("enter")
        await driven.until(lambda: driven.app.screen is driven.simulate)
        assert saved_theme() == "nord"
        assert "Theme: nord" in driven.frame()
    async with studio() as driven:
        assert driven.app.theme == "nord"
        lines = (await opened(driven)).query_one(OptionLines)
        await driven.until(lambda: lines.rows[lines.cursor].link == "nord")
