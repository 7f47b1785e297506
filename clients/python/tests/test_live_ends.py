"""How live changes end: by a callback, another thread, a cancelled task, a loop that ends; and that nothing stays."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from conftest import each, end, got, sockets, threads, until
from heard import Heard, insert, write

from msingi import AsyncMsingi, Msingi, NotFound
from msingi._blocking.callbacks import Callbacks, Reader


async def test_a_subscription_is_ended_by_its_own_callback(client: Any, writer: Msingi, name: str, kind: str) -> None:
    before = threads()
    heard = Heard(name)
    subscription: list[Any] = []

    def once(change: Any) -> Any:
        heard.change(change)
        return subscription[0].unsubscribe()

    subscription.append(await got(client.subscribe("books", once, on_status=heard.status)))
    await until(lambda: heard.statuses[-1:] == ["live"])
    insert(writer, name, 2)
    await until(lambda: heard.statuses[-1] == "closed")
    await until(lambda: threads() == before)
    assert len(heard.changes) == 1
    await end(client)


async def test_a_stream_is_ended_while_another_waits_for_it(client: Any, kind: str, name: str) -> None:
    for transport in ("websocket", "sse"):
        live = threading.Event()
        stream = client.changes("books", transport=transport, on_status=lambda *_, live=live: live.set())

        async def rest(stream: Any = stream) -> list[Any]:
            return [change async for change in each(stream)]

        waiting = asyncio.create_task(rest() if kind == "async" else asyncio.to_thread(list, stream))
        await until(live.is_set)
        await got(stream.aclose() if kind == "async" else stream.close())
        assert [change for change in await waiting if change.record["title"].startswith(name)] == []
    await end(client)


@pytest.mark.parametrize("transport", ["websocket", "sse"])
async def test_a_table_that_is_deleted_ends_its_subscriptions(
    client: Any, site: dict[str, str], name: str, transport: str
) -> None:
    table = name.replace("-", "_").replace(" ", "_").lower()
    tables = f"{site['base']}/api/v1/projects/{site['project']}/tables"
    headers = {"authorization": f"Bearer {site['token']}"}
    body = {"name": table, "columns": [{"name": "title", "data_type": "text"}]}
    made = httpx.post(tables, headers=headers, json=body).raise_for_status().json()["data"]
    heard: list[tuple[str, Exception | None]] = []
    await got(client.subscribe(table, print, transport=transport, on_status=lambda *status: heard.append(status)))
    await until(lambda: heard and heard[-1][0] == "live")
    httpx.delete(f"{tables}/{made['id']}", headers=headers).raise_for_status()
    await until(lambda: heard[-1][0] == "closed")
    assert isinstance(heard[-1][1], NotFound)
    await end(client)


def test_callbacks_run_in_run(site: dict[str, str], writer: Msingi, name: str) -> None:
    with Msingi(site["base"], project=site["project"], key=site["secret"]) as client:
        ran: list[str] = []

        def change(change: Any) -> None:
            ran.append(threading.current_thread().name)
            subscription.close()

        def status(status: str, error: Exception | None) -> None:
            if status == "live":
                write(writer, name)

        subscription = client.subscribe("books", change, events=["DELETE"], on_status=status)
        client.run()
        assert ran == [threading.main_thread().name]


def _open_everything(url: str, project: str, key: str) -> Callable[[], Any]:
    async def run() -> None:
        client = AsyncMsingi(url, project=project, key=key)
        await client.table("books").limit(1).execute()
        live = asyncio.Event()
        for transport in ("websocket", "sse"):
            await client.subscribe("books", print, transport=transport, on_status=lambda *_: live.set())
        stream = client.changes("books")
        waiting = asyncio.create_task(stream.__anext__())
        await live.wait()
        await asyncio.sleep(0.2)
        waiting.cancel()
        await asyncio.wait([waiting])
        assert waiting.cancelled()

    return run


def test_a_loop_that_ends_leaves_nothing_behind(site: dict[str, str]) -> None:
    run = _open_everything(site["base"], site["project"], site["secret"])
    asyncio.run(run())
    before = (threads(), sockets())
    asyncio.run(run())
    assert (threads(), sockets()) == before


async def test_a_cancelled_task_leaves_nothing_behind(create: Any, kind: str, writer: Msingi, name: str) -> None:
    if kind == "blocking":
        before = (threads(), sockets())
        with create() as client:
            for transport in ("websocket", "sse"):
                heard = Heard(name)
                await heard.subscribe(client, transport=transport)
        assert (threads(), sockets()) == before
        return
    before_tasks = asyncio.all_tasks()
    before = (threads(), sockets())
    async with create() as client:
        stream = client.changes("books")
        task = asyncio.create_task(anext(aiter(stream)))
        await asyncio.sleep(0.2)
        task.cancel()
        await asyncio.wait([task])
        assert asyncio.all_tasks() == before_tasks
    assert (threads(), sockets()) == before


def test_what_a_subscription_heard_that_is_over_already_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start

    def start_and_wait_for_readers(thread: threading.Thread) -> None:
        start(thread)
        if thread.name == "msingi-live":
            thread.join()

    class Few:
        def __init__(self) -> None:
            self.batches = iter([["first"], [], ["last"]])
            self.close = lambda: None

    monkeypatch.setattr(threading.Thread, "start", start_and_wait_for_readers)
    told: list[str] = []
    is_told = threading.Event()

    def receive(item: str) -> None:
        told.append(item)
        if item == "last":
            is_told.set()

    Callbacks().start(Reader(Few, receive))
    assert is_told.wait(10)
    assert told == ["first", "last"]
