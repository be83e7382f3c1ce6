"""Every benchmark, one after the other."""

from benchmarks import logs, pan, ticks

for part in (ticks, logs, pan):
    print(f"\n{part.__doc__}\n")
    part.main()
