"""CPU time of an 8-deck shuffle with its reseedings: `python -m tests.benchmarks.shuffle`."""

from statistics import median
from time import process_time_ns

from table_app.rng import Generator, KernelSource

SHUFFLES = 500
BAR_MS = 3.0


def cpu_ms(generator: Generator, round_number: int) -> float:
    before = process_time_ns()
    generator.new_shoe(8, round_number)
    return (process_time_ns() - before) / 1e6


def main() -> None:
    generator = Generator(KernelSource(), b"benchmark")
    middle = median(cpu_ms(generator, round_number) for round_number in range(1, SHUFFLES + 1))
    print(f"8-deck shoe, 13 reseedings of its order: median {middle:.3f} ms CPU of {SHUFFLES}")
    print(f"bar {BAR_MS} ms: {'met' if middle <= BAR_MS else 'NOT met'}")


if __name__ == "__main__":
    main()
