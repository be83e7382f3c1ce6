"""Every benchmark, one after the other."""

from benchmarks import logs, pan, retrieval, ticks

for part in (ticks, logs, retrieval, pan):
    print(f"\n{part.__doc__}\n")
    part.main()
