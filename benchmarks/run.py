"""Every benchmark, one after the other."""

from benchmarks import frames, logs, opening, pan, retrieval, ticks

for part in (ticks, logs, retrieval, pan, frames, opening):
    print(f"\n{part.__doc__}\n")
    part.main()
