from tests.studio.conftest import studio
from tests.world_folders import VILLE


async def test_keys_under_way_reach_the_dialog_that_the_one_before_them_opens() -> None:
    async with studio(VILLE) as driven:
        await driven.burst("slash", *"ada", "enter")
        await driven.until(lambda: driven.simulate.selected == "ada")
