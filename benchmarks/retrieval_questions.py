"""Do people remember the right memory? Questions about recorded runs, by profile and embedder.

Usage: python -m benchmarks.retrieval_questions [record]
"""

import sys

from benchmarks.memory_streams import record


def main() -> None:
    """Record the streams again, which makes the ids in the questions invalid, or print the table."""
    if sys.argv[1:] == ["record"]:
        for line in record():
            print(line, flush=True)


if __name__ == "__main__":
    main()
