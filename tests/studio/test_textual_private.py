"""Fails when Textual changes what `studio.ui.textual_private` uses of its private parts."""

import inspect

import pytest
from textual.app import App
from textual.command import CommandPalette
from textual.worker import WorkerFailed

from studio.ui.textual_private import NO_MATCHES, CrashHook, is_gathering


def parameters(method: object) -> list[str]:
    assert callable(method)
    return list(inspect.signature(method).parameters)


@pytest.mark.parametrize(
    ("owner", "name", "wanted"),
    [
        (App, "_fatal_error", ["self"]),
        (App, "_handle_exception", ["self", "error"]),
        (App, "_close_messages_no_wait", ["self"]),
        (CommandPalette, "_start_no_matches_countdown", ["self", "search_value"]),
        (CommandPalette, "_gather_commands", ["self", "search_value"]),
        (
            CommandPalette,
            "_refresh_command_list",
            ["self", "command_list", "commands", "clear_current"],
        ),
    ],
)
def test_a_private_method_takes_what_it_took(owner: type, name: str, wanted: list[str]) -> None:
    assert parameters(getattr(owner, name)) == wanted


def test_the_palette_chooses_without_an_event() -> None:
    event = inspect.signature(CommandPalette._select_or_command).parameters["event"]
    assert event.default is None


def test_the_palette_names_its_line_and_its_group() -> None:
    assert isinstance(NO_MATCHES, str)
    assert isinstance(CommandPalette._GATHER_COMMANDS_GROUP, str)
    assert "_list_visible" in CommandPalette._reactives


def test_the_palette_calls_what_is_overridden() -> None:
    source = inspect.getsource(CommandPalette)
    assert "self._start_no_matches_countdown(" in source
    assert "self._refresh_command_list(" in source
    assert "self._NO_MATCHES" in source
    assert "group=_GATHER_COMMANDS_GROUP" in source


async def test_a_palette_that_does_nothing_searches_for_nothing() -> None:
    app: App[None] = App()
    async with app.run_test() as pilot:
        palette = CommandPalette(providers=())
        await app.push_screen(palette)
        await pilot.pause()
        assert not is_gathering(palette)


@pytest.mark.parametrize("in_worker", [False, True], ids=["in a handler", "in a worker"])
async def test_an_app_hears_of_the_error_that_ends_it(*, in_worker: bool) -> None:
    heard: list[BaseException] = []

    class Falling(CrashHook):
        def crashed(self, error: BaseException) -> None:
            heard.append(error)

    async def fall() -> None:
        raise ZeroDivisionError

    app = Falling()

    async def run() -> None:
        async with app.run_test() as pilot:
            if in_worker:
                app.run_worker(fall())
            else:
                app.call_later(fall)
            await pilot.pause(0.1)

    with pytest.raises((ZeroDivisionError, WorkerFailed)):
        await run()
    assert [type(one) for one in heard] == [ZeroDivisionError]
