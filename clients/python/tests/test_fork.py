"""A process that forks, as gunicorn and Celery do: the new one has connections of its own."""

from __future__ import annotations

import os
import threading
import traceback

import pytest

from msingi import Change, Msingi
from msingi.live import Transport


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("transport", ["websocket", "sse"])
def test_both_processes_go_on(site: dict[str, str], writer: Msingi, name: str, transport: Transport) -> None:
    reading, writing = os.pipe()
    said = os.fdopen(reading, encoding="utf-8")

    def say(what: str) -> None:
        os.write(writing, f"{'new' if os.getpid() != parent else 'old'} {what}\n".encode())

    parent = os.getpid()
    heard = threading.Event()
    with Msingi(site["base"], project=site["project"], key=site["secret"]) as client:
        positions: list[str] = []

        def change(change: Change[dict[str, str]]) -> None:
            title = change.record["title"]
            if title.startswith(name):
                say(title.removeprefix(name))
                positions.append(change.position)
                heard.set()

        live = threading.Event()

        def status(status: str, error: Exception | None) -> None:
            if status == "live":
                live.set()

        client.subscribe("books", change, transport=transport, on_status=status)
        live.wait(10)
        live.clear()
        writer.table("books").insert({"title": f"{name}a"})
        heard.wait(10)
        heard.clear()
        with client.changes("books", transport=transport, after=positions[0]) as stream:
            writer.table("books").insert({"title": f"{name}c"})
            while next(stream).record["title"] != f"{name}c":
                pass
            heard.wait(10)
            heard.clear()
            child = os.fork()
            if child == 0:
                try:
                    assert client.table("books").eq("title", f"{name}a").count() == 1
                    live.wait(10)
                    say("live")
                    while next(stream).record["title"] != f"{name}b":
                        pass
                    heard.wait(10)
                    client.close()
                except BaseException:
                    traceback.print_exc()
                    os._exit(1)
                os._exit(0)
            assert [said.readline() for _ in range(3)] == ["old a\n", "old c\n", "new live\n"]
            writer.table("books").insert({"title": f"{name}b"})
            while next(stream).record["title"] != f"{name}b":
                pass
            heard.wait(10)
        assert os.waitpid(child, 0)[1] == 0
    assert sorted([said.readline(), said.readline()]) == ["new b\n", "old b\n"]
    said.close()
    os.close(writing)
