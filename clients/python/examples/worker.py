"""A worker that ships each order once, over failures and restarts: `python worker.py`, with MSINGI_URL, MSINGI_PROJECT and
MSINGI_KEY. A shipment is a file of STATE_DIRECTORY with the order's id: what is done again changes nothing."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from msingi import Msingi, Status

FOLDER = Path(os.environ.get("STATE_DIRECTORY", "shipments"))
PLACE = FOLDER / "position"


def store(path: Path, text: str) -> None:
    """store writes a file as a whole, or not at all."""
    new = path.with_name(f"{path.name}.new")
    new.write_text(text)
    new.replace(path)


def ship(order: dict[str, Any]) -> None:
    """ship makes the shipment of an order."""
    store(FOLDER / f"{order['id']}.json", json.dumps(order, default=str))


def main() -> None:
    """main follows orders until it is ended, and goes on where it stood."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    settings = (os.environ[f"MSINGI_{name}"] for name in ("URL", "PROJECT", "KEY"))
    with Msingi(next(settings), project=next(settings), key=next(settings)) as client:

        def told(status: Status, error: Exception | None) -> None:
            print(status, error or "", file=sys.stderr, flush=True)
            if status == "gap":
                # It was away for longer than the server keeps changes.
                for order in client.table("orders"):
                    ship(order)

        for change in client.changes(
            "orders",
            events=["INSERT"],
            after=PLACE.read_text() if PLACE.exists() else None,
            on_position=lambda position: store(PLACE, position),
            on_status=told,
        ):
            ship(change.record)


if __name__ == "__main__":
    main()
