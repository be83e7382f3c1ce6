"""The option `--store`, whose value no message repeats."""

import argparse

from latticeville.store.address import StoreAddress, StoreAddressError


def add_store(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """Add the option; `default` is what it is where nobody names it."""
    parser.add_argument(
        "--store",
        type=store_address,
        default=default,
        metavar="ADDRESS",
        help="PostgreSQL with pgvector: postgres://USER@HOST/DATABASE (the password comes from "
        "PGPASSWORD or ~/.pgpass), or postgres for a server in the run's folder"
        + (f" ({default})" if default else ""),
    )


def store_address(text: str) -> StoreAddress:
    """Read the address of a store; the error does not repeat it."""
    try:
        return StoreAddress(text)
    except StoreAddressError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
