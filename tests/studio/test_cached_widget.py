"""What is painted when: lines that nothing has changed are kept, and the status line follows the
hand by and by."""

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.strip import Strip

from studio.ui.bar import StatusBar
from studio.ui.cached_widget import CachedWidget
from studio.ui.text import Span


class Page(CachedWidget):
    """Counts the lines that it draws."""

    drawn = 0

    def render_line(self, y: int) -> Strip:
        assert y < self.size.height
        self.drawn += 1
        return Strip.blank(self.size.width, self.ground)


class Shown(App[None]):
    """A page above a status line."""

    def compose(self) -> ComposeResult:
        yield Page()
        yield StatusBar()


async def test_a_page_is_drawn_again_only_where_it_has_changed() -> None:
    async with Shown().run_test(size=(20, 6)) as pilot:
        page = pilot.app.query_one(Page)
        region = Region(0, 0, *page.size)
        page.render_lines(region)
        page.drawn = 0
        assert page.render_lines(region) is page.render_lines(region)
        assert page.drawn == 0
        page.refresh(Region(0, 2, 20, 1))
        page.render_lines(region)
        assert page.drawn == 1
        page.styles.background = "red"
        (line, *_) = page.render_lines(region)
        grounds = [segment.style.bgcolor for segment in line if segment.style]
        assert [ground.name for ground in grounds if ground] == ["#ff0000"]


async def test_what_is_said_quickly_is_painted_by_and_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StatusBar, "EVERY", 0.2)
    async with Shown().run_test(size=(20, 6)) as pilot:
        bar = pilot.app.query_one(StatusBar)
        region = Region(0, 0, *bar.outer_size)
        bar.say([Span("first")], Span(""))
        assert "first" in bar.render_lines(region)[0].text
        bar.say([Span("second")], Span(""))
        bar.say([Span("third")], Span(""))
        assert "first" in bar.render_lines(region)[0].text
        await pilot.pause(0.4)
        assert "third" in bar.render_lines(region)[0].text
