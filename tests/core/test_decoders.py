"""Decoders that several threads ask for at once."""

import subprocess
import sys

RACE = """
import sys, threading, msgspec
from latticeville.core.decoders import convert, decode_json

sys.setswitchinterval(1e-6)
errors = []

def work(start, do):
    start.wait()
    try:
        do()
    except Exception as error:
        errors.append(error)

for _ in range(100):
    class Leaf(msgspec.Struct):
        numbers: dict[str, tuple[int, ...]] = {}
    class Branch(msgspec.Struct):
        leaves: list[Leaf]
        one: tuple[Leaf, str] | None = None
    class Tree(msgspec.Struct):
        branch: Branch
        leaf: Leaf
    tree = {"branch": {"leaves": [{"numbers": {"a": [1]}}]}, "leaf": {}}
    text = msgspec.json.encode(tree)
    start = threading.Barrier(4)
    threads = [
        threading.Thread(target=work, args=(start, do))
        for do in (
            lambda: decode_json(text, Tree),
            lambda: convert(tree, Tree),
            lambda: decode_json(b'{"leaves": []}', Branch),
            lambda: decode_json(b'{}', Leaf),
        )
    ]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
print(len(errors), decode_json(text, Tree).branch.leaves[0].numbers)
"""


def test_threads_that_use_a_struct_first_at_the_same_time_do_not_crash() -> None:
    ran = subprocess.run([sys.executable, "-c", RACE], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "0 {'a': (1,)}\n"), ran.stderr
