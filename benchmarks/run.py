"""Every benchmark, one after the other."""

from benchmarks import logs, ticks

for part in (ticks, logs):
    print(f"\n{part.__doc__}\n")
    part.main()
