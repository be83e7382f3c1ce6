"""Help over a terminal that becomes narrow and wide again."""

from tests.studio.conftest import studio
from tests.world_folders import SQUARE


async def test_nothing_stands_beside_help_where_there_is_no_room() -> None:
    async with studio(SQUARE, (24, 24)) as driven:
        await driven.press("question_mark")
        await driven.until(lambda: "Help" in driven.frame())
        await driven.pilot.pause(0.2)
        box = [line for line in driven.frame().split("\n") if "┃" in line]
        assert len(box) > 10
        assert all(line.startswith("┃") and line.rstrip().endswith("┃") for line in box)


async def test_the_footer_names_the_keys_of_the_map_again_while_help_is_open() -> None:
    async with studio(SQUARE, (80, 24)) as driven:
        hints = driven.frame().rstrip().split("\n")[-1]
        await driven.press("question_mark")
        for width in (24, 80):
            await driven.pilot.resize_terminal(width, 24)
            await driven.pilot.pause(0.3)
        await driven.until(lambda: driven.frame().rstrip().split("\n")[-1] == hints)
        assert "Help" in driven.frame()
