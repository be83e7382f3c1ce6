"""Every benchmark, one after the other."""

from benchmarks import frames, logs, pan, retrieval, ticks

for part in (ticks, logs, retrieval, pan, frames):
    print(f"\n{part.__doc__}\n")
    part.main()
