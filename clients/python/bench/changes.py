"""Listens to the changes of a table: `python bench/changes.py SHELL URL PROJECT KEY TABLE TRANSPORT COUNT`, where SHELL is
`blocking` or `asyncio`. It prints `live`, then how many have come behind each hundred, and at the end the seconds and
those of the processor."""

import asyncio
import json
import sys
import time
from typing import Any

from msingi import AsyncMsingi, Change, Msingi

shell, url, project, key, table, transport, count = sys.argv[1:]


class Listener:
    """Listener counts what it receives; `change` returns whether that is all."""

    def __init__(self) -> None:
        self.received = 0
        self._began = self._used = 0.0

    def change(self, _: Change[dict[str, Any]]) -> bool:
        if self.received == 0:
            self._began, self._used = time.perf_counter(), time.process_time()
        self.received += 1
        if self.received % 100 == 0:
            print(self.received, flush=True)
        return self.received == int(count)

    def status(self, status: str, error: Exception | None) -> None:
        if status not in ("connecting", "closed"):
            print(status, flush=True)

    def tell(self) -> None:
        pace = {"seconds": time.perf_counter() - self._began, "processor": time.process_time() - self._used}
        print(json.dumps(pace), flush=True)


def blocking(listener: Listener) -> None:
    """blocking receives them in callbacks."""
    with Msingi(url, project=project, key=key) as client:

        def receive(change: Change[dict[str, Any]]) -> None:
            if listener.change(change):
                listener.tell()
                subscription.close()

        subscription = client.subscribe(table, receive, transport=transport, on_status=listener.status)
        client.run()


async def asynchronous(listener: Listener) -> None:
    """asynchronous receives them by iterating."""
    async with (
        AsyncMsingi(url, project=project, key=key) as client,
        client.changes(table, transport=transport, on_status=listener.status) as changes,
    ):
        async for change in changes:
            if listener.change(change):
                listener.tell()
                return


if shell == "blocking":
    blocking(Listener())
else:
    asyncio.run(asynchronous(Listener()))
