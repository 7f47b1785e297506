"""A process that follows a table in both clients over both transports, and prints each change that it hears as a line of
JSON, for a test that kills the server meanwhile: `python crash_listener.py URL PROJECT KEY TABLE`."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from typing import Any

from msingi import AsyncMsingi, Change, Msingi
from msingi._core import follow as follow_table

_one_at_a_time = threading.Lock()

# A server that starts again is there within seconds.
follow_table._LONGEST_WAIT = 1.0


def tell(name: str, **what: Any) -> None:
    """tell prints a line."""
    with _one_at_a_time:
        print(json.dumps({"name": name, **what}, default=str), flush=True)


class Listener:
    """Listener tells what one subscription hears."""

    def __init__(self, name: str) -> None:
        self._name = name

    def change(self, change: Change[dict[str, Any]]) -> None:
        event = {"id": change.id, "type": change.type, "record": change.record}
        tell(self._name, event=event, position=change.position)

    def status(self, status: str, error: Exception | None) -> None:
        tell(self._name, status=status, error=error and str(error))


async def follow(client: AsyncMsingi, table: str, listener: Listener, transport: Any) -> None:
    """follow iterates for as long as the process lives."""
    async for change in client.changes(table, transport=transport, on_status=listener.status):
        listener.change(change)


async def main(url: str, project: str, key: str, table: str) -> None:
    """main follows the table in four ways at once."""
    with Msingi(url, project=project, key=key) as blocking:
        async with AsyncMsingi(url, project=project, key=key) as client:
            for transport in ("websocket", "sse"):
                listener = Listener(f"blocking {transport}")
                blocking.subscribe(table, listener.change, transport=transport, on_status=listener.status)
            await asyncio.gather(
                *(follow(client, table, Listener(f"async {one}"), one) for one in ("websocket", "sse"))
            )


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:5]))
