"""`table-app rng`: what a test laboratory asks of the generator, on standard output."""

import os
import sys
from contextlib import suppress
from typing import Annotated

import msgspec
import typer

from table_app.cli.options import (
    AS_JSON,
    NOISE_ENTROPY,
    NOISE_ENTROPY_DEFAULT,
    NOISE_SOURCE,
    fitted_noise,
)
from table_app.rng.entropy import KernelSource
from table_app.rng.generator import DECKS_MAX, Generator
from table_app.rng.health import START_UP_SAMPLES, proportion_cutoff, repetition_cutoff
from table_app.rng.noise import NoiseDevice

app = typer.Typer(no_args_is_help=True, help="The random number generator, for a laboratory.")


def _generator(noise: NoiseDevice | None) -> Generator:
    return Generator(
        KernelSource(),
        b"laboratory\x00" + str(os.getpid()).encode("ascii"),
        noise=noise.start() if noise else None,
    )


@app.command()
def selftest(
    *,
    noise_source: NOISE_SOURCE = None,
    noise_entropy: NOISE_ENTROPY = NOISE_ENTROPY_DEFAULT,
    as_json: AS_JSON = False,
) -> None:
    """Run the tests that also run before each start: known answers, errors, the noise source.

    Exit code 0: all passed. 3: one failed; the table would be out of service.

    Example: table-app rng selftest --json
    """
    noise = fitted_noise(noise_source, noise_entropy)
    report = _generator(noise).self_test()
    if as_json:
        tested = {"passed": True, **msgspec.to_builtins(report), "noise": noise and _told(noise)}
        print(msgspec.json.encode(tested).decode())
        return
    print(f"{report.algorithm}: {len(report.known_answers)} known answers are right")
    print(f"refused as they must be: {', '.join(report.refusals)}")
    if noise is not None:
        print(
            "{source}: {start_up_samples} samples passed, fewer than {repetition_cutoff} equal in"
            " a row and fewer than {proportion_cutoff} in {window}".format(**_told(noise))
        )


def _told(noise: NoiseDevice) -> dict[str, str | int]:
    """What a noise source has passed."""
    return {
        "source": str(noise.path),
        "start_up_samples": START_UP_SAMPLES,
        "repetition_cutoff": repetition_cutoff(noise.claim),
        "proportion_cutoff": proportion_cutoff(noise.claim),
        "window": noise.claim.window,
    }


@app.command()
def raw(
    count: Annotated[int, typer.Option("--bytes", min=1, help="How many bytes to write.")],
    *,
    noise_source: NOISE_SOURCE = None,
    noise_entropy: NOISE_ENTROPY = NOISE_ENTROPY_DEFAULT,
) -> None:
    """Write raw random bytes to standard output, in binary.

    Example: table-app rng raw --bytes 1000000 > sample.bin
    """
    generator = _generator(fitted_noise(noise_source, noise_entropy))
    # Whoever reads may have had enough, which is no failure.
    with suppress(BrokenPipeError):
        for block in generator.raw(count):
            sys.stdout.buffer.write(block)


@app.command()
def shuffles(
    decks: Annotated[int, typer.Option(min=1, max=DECKS_MAX, help="Decks in the shoe.")],
    count: Annotated[int, typer.Option(min=1, help="How many shuffles to write.")],
) -> None:
    """Write shuffled shoes as the table makes them: one a line, card codes with spaces.

    Example: table-app rng shuffles --decks 8 --count 1000
    """
    generator = _generator(None)
    with suppress(BrokenPipeError):
        for round_number in range(1, count + 1):
            print(" ".join(generator.new_shoe(decks, round_number).cards))
