"""The nodes of the world tree in exports."""

from latticeville.sim.first_state import initial_state
from latticeville.sim.tree_nodes import TreeNode, tree_nodes
from tests.worlds import build

WORLD = build(
    "....",
    areas={"house": [0, 0, 3, 1], "kitchen": [0, 0, 2, 1]},
    objects={"urn": {"cell": [1, 0], "name": "big urn"}, "bell": {"cell": [3, 0], "kind": "urn"}},
    people={"ada": {"start": [0, 0], "name": "Ada Lind"}},
    things='[kinds.urn]\nglyph = "u"',
)


def test_every_node_has_its_name_and_its_children_in_order() -> None:
    nodes = tree_nodes(initial_state(WORLD, 1))
    assert nodes["world"].children == ("house", "bell")
    assert nodes["house"] == TreeNode("House", "area", ("kitchen",))
    assert nodes["kitchen"] == TreeNode("Kitchen", "area", ("urn", "ada"))
    assert nodes["urn"] == TreeNode("big urn", "object")
    assert nodes["ada"] == TreeNode("Ada Lind", "agent")


def test_every_node_but_the_root_is_the_child_of_one() -> None:
    nodes = tree_nodes(initial_state(WORLD, 1))
    children = [child for node in nodes.values() for child in node.children]
    assert sorted([*children, "world"]) == sorted(nodes)
