import pytest

from studio.objects.layout import PANES, ObjectsLayout


@pytest.mark.parametrize(
    ("size", "seen"),
    [((120, 40), 4), ((80, 24), 2), ((76, 20), 2), ((75, 40), 1), ((60, 20), 1), ((50, 20), 0)],
)
@pytest.mark.parametrize("name", PANES)
def test_as_many_panes_are_seen_as_there_is_room_for(
    size: tuple[int, int], seen: int, name: str
) -> None:
    layout = ObjectsLayout().with_size(*size).with_front(name)
    assert len(layout.shown) == seen
    assert not seen or name in layout.shown
    assert layout.classes["-single"] is (seen == 1)
