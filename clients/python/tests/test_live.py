"""Live changes: over each transport, in both clients, with every set of events; broken off, resumed, ended."""

from __future__ import annotations

import itertools
import json
import threading
from typing import Any

import httpx
import pytest
from conftest import KINDS, each, end, got, threads, until
from heard import Heard, insert, write
from scripted import PROJECT, Proxy, answer, scripted
from websockets.sync.server import ServerConnection, serve

from msingi import ChangesMissed, Msingi, MsingiError, NotFound
from msingi._core.http import Server

pytestmark = pytest.mark.usefixtures("short_waits")

TYPES = ("INSERT", "UPDATE", "DELETE")
SUBSETS = [None, *(list(some) for size in (0, 1, 2, 3) for some in itertools.combinations(TYPES, size))]


@pytest.mark.parametrize("transport", ["auto", "websocket", "sse"])
async def test_every_set_of_events_over_every_transport_and_both_ends(
    client: Any, writer: Msingi, name: str, transport: str
) -> None:
    before = threads()
    heard = [(subset, Heard(name)) for subset in SUBSETS]
    open_ = [await one.subscribe(client, events=subset, transport=transport) for subset, one in heard]
    write(writer, name)
    for subset, one in heard:
        expected = [kind for kind in TYPES if subset is None or kind in subset]
        await one.until_count(len(expected))
        assert [change.type for change in one.changes] == expected
        for change in one.changes:
            assert change.created_at.tzinfo is not None
            assert (change.old_record is not None) == (change.type == "UPDATE")
            assert change.record["pages"] == (1 if change.type == "INSERT" else 2)
    for number, subscription in enumerate(open_):
        await got(subscription.unsubscribe() if number % 2 else subscription.close())
    insert(writer, name, 1)
    assert all(one.statuses == ["connecting", "live", "closed"] for _, one in heard)
    assert threads() == before
    await end(client)


@pytest.mark.parametrize("transport", ["websocket", "sse"])
async def test_a_filter_lets_through_what_passes_it(client: Any, writer: Msingi, name: str, transport: str) -> None:
    heard = Heard(name)
    subscription = await heard.subscribe(client, transport=transport, filter=f"title.eq.{name} 001")
    insert(writer, name, 3)
    writer.table("books").eq("title", f"{name} 001").delete_all()
    await heard.until_count(2)
    assert [(change.type, change.record["title"]) for change in heard.changes] == [
        ("INSERT", f"{name} 001"),
        ("DELETE", f"{name} 001"),
    ]
    await got(subscription.close())
    await end(client)


@pytest.mark.parametrize("transport", ["websocket", "sse"])
async def test_a_broken_connection_resumes_without_a_gap_or_a_double(
    create: Any, proxy: Proxy, writer: Msingi, name: str, transport: str
) -> None:
    client = create(url=proxy.url)
    heard = Heard(name)
    await heard.subscribe(client, transport=transport)
    written = insert(writer, name, 3)
    await until(lambda: heard.titles == written)
    # One that has heard nothing yet resumes, too.
    other = Heard(name)
    await other.subscribe(client, transport=transport)
    for first in (3, 6):
        await heard.until_count(len(written))
        proxy.is_blocked = True
        proxy.cut()
        written += insert(writer, name, 3, first)
        await until(lambda: heard.statuses[-1] == "reconnecting")
        proxy.is_blocked = False
    await until(lambda: len(heard.titles) >= 9 and len(other.titles) >= 6)
    assert (heard.titles, other.titles) == (written, written[3:])
    assert "gap" not in heard.statuses
    await end(client)


@pytest.mark.parametrize("transport", ["websocket", "sse"])
async def test_refusals_that_pass_are_outlasted(
    create: Any, proxy: Proxy, writer: Msingi, name: str, transport: str
) -> None:
    client = create(url=proxy.url, retries=0)
    heard = Heard(name)
    await heard.subscribe(client, transport=transport)
    head = b"HTTP/1.1 %b\r\nconnection: close\r\ncontent-length: %d\r\ncontent-type: text/html\r\n\r\n%b"
    pages = [
        (b"503 Service Unavailable", b"{}"),
        (b"502 Bad Gateway", b"<p>"),
        (b"200 OK", b"<p>Soon"),
        (b"204 No", b""),
    ]
    proxy.refusals += [head % (status, len(body), body) for status, body in pages]
    proxy.cut()
    written = insert(writer, name, 2)
    await until(lambda: len(heard.titles) >= 2 and not proxy.refusals)
    assert heard.titles == written
    await end(client)


@pytest.mark.parametrize("status", [302, 400, 404])
async def test_auto_goes_on_over_events_where_websockets_are_refused(
    client: Any, site: dict[str, str], writer: Msingi, name: str, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    dial = Server.dial
    other = f"ws{site['base'].removeprefix('http')}/connection/websocket"
    with scripted(answer(status, location=other)) as refusing:
        monkeypatch.setattr(Server, "dial", lambda self, url: dial(self, refusing.url))
        heard = Heard(name)
        await heard.subscribe(client)
        assert len(refusing.requests) == 1
    assert heard.statuses == ["connecting", "reconnecting", "live"]
    written = insert(writer, name, 1)
    await until(lambda: heard.titles == written)
    await end(client)


async def test_frames_of_several_messages_are_read_in_order_and_pings_are_answered(kind: str) -> None:
    received: list[Any] = []

    def push(offset: int) -> str:
        event = {
            "id": f"e{offset}",
            "type": "INSERT",
            "table": "books",
            "project_id": "p",
            "record": {"title": "a\nb,"},
        }
        data = {**event, "created_at": "2026-11-27T07:09:01.357Z"}
        return json.dumps({"push": {"channel": "c", "pub": {"offset": offset, "data": data}}})

    def speak(socket: ServerConnection) -> None:
        received.append(json.loads(socket.recv())["connect"])
        socket.send(json.dumps({"id": 1, "connect": {"subs": {"c": {"epoch": "e", "offset": 0}}}}))
        socket.send(f"{push(1)}\n{{}}\n{push(2)}")
        received.append(socket.recv())
        gone = {"push": {"channel": "c", "unsubscribe": {}}}
        socket.send("\n".join([push(3), json.dumps({"push": {"channel": "other", "pub": {}}}), json.dumps(gone), ""]))
        socket.recv()

    server = serve(speak, "127.0.0.1", 0)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    ticket = {"token": "t", "channel": "c", "expires_at": "2099-01-01T00:00:00Z"}
    url = f"http://127.0.0.1:{server.socket.getsockname()[1]}"
    with scripted(answer(200, {**ticket, "url": url}), answer(404)) as script:
        client: Any = KINDS[kind](script.url, project=PROJECT, key="k")
        positions = []
        with pytest.raises(NotFound):
            async for change in each(client.changes("books", transport="websocket")):
                assert change.record == {"title": "a\nb,"}
                positions.append(change.position)
        await end(client)
    server.shutdown()
    thread.join()
    assert positions == ["e:1", "e:2", "e:3"]
    assert received == [{"token": "t", "name": "msingi-python"}, "{}"]


async def test_tokens_are_not_sent_without_tls_where_the_server_has_it(kind: str) -> None:
    client: Any = KINDS[kind]("https://127.0.0.1:9", project=PROJECT, key="k")
    with pytest.raises(MsingiError, match="without TLS"):
        next(client._server.dial("http://127.0.0.1:9"))
    await end(client)


@pytest.mark.parametrize("transport", ["websocket", "sse"])
async def test_a_stored_position_goes_on(client: Any, writer: Msingi, name: str, transport: str) -> None:
    heard = Heard(name)
    subscription = await heard.subscribe(client, transport=transport)
    written = insert(writer, name, 4)
    await until(lambda: len(heard.changes) == 4)
    await got(subscription.unsubscribe())
    stream = client.changes("books", transport=transport, after=heard.changes[1].position)
    rest = []
    async for change in each(stream):
        rest.append(change.record["title"])
        if len(rest) == 2:
            break
    assert rest == written[2:]
    await got(stream.close() if hasattr(stream, "close") and isinstance(client, Msingi) else stream.aclose())
    again = Heard(name)
    await again.subscribe(client, after=heard.changes[2].position)
    await until(lambda: again.titles == written[3:])
    await end(client)


@pytest.mark.parametrize("transport", ["websocket", "sse"])
async def test_what_is_no_longer_there_is_a_gap(client: Any, writer: Msingi, name: str, transport: str) -> None:
    lost = "another-epoch:5"
    with pytest.raises(ChangesMissed) as missed:
        async for _ in each(client.changes("books", transport=transport, after=lost)):
            pass
    heard = Heard(name)
    await heard.subscribe(client, transport=transport, after=lost)
    assert heard.statuses == ["connecting", "gap", "live"]
    [title] = insert(writer, name, 1)
    async for change in each(client.changes("books", transport=transport, after=missed.value.position)):
        if change.record["title"] == title:
            break
    await end(client)


@pytest.mark.parametrize("transport", ["websocket", "sse"])
async def test_what_the_server_refuses_for_good_ends_it(create: Any, kind: str, transport: str) -> None:
    client = create()
    with pytest.raises(NotFound):
        async for _ in each(client.changes("nothing", transport=transport)):
            pass
    heard = Heard("")
    await got(client.subscribe("nothing", heard.change, on_status=heard.status, transport=transport))
    await until(lambda: heard.statuses == ["connecting", "closed"])
    assert isinstance(heard.errors[0], NotFound)
    await end(client)
    with pytest.raises(ValueError, match="TRUNCATE"):
        client.changes("books", events=["TRUNCATE"])


async def test_a_key_that_is_revoked_closes_with_the_reason(
    create: Any, site: dict[str, str], kind: str, writer: Msingi
) -> None:
    headers = {"authorization": f"Bearer {site['token']}"}
    keys = f"{site['base']}/api/v1/projects/{site['project']}/api-keys"
    made = httpx.post(keys, json={"name": "short", "kind": "secret"}, headers=headers).json()["data"]
    site["short"] = made["key"]
    client = create(key="short")
    heard = Heard("")
    await heard.subscribe(client, transport="websocket")
    httpx.delete(f"{keys}/{made['id']}", headers=headers).raise_for_status()
    await until(lambda: heard.statuses[-1] == "closed")
    [error] = heard.errors
    assert (type(error).__name__, error.close_code) == ("SubscriptionClosed", 3500)  # type: ignore[attr-defined]
    assert error.reason  # type: ignore[attr-defined]
    await end(client)


@pytest.mark.parametrize("transport", ["websocket", "sse"])
async def test_another_user_connects_anew(create: Any, name: str, writer: Msingi, transport: str) -> None:
    client = create(key="publishable")
    await got(client.auth.sign_in_anonymously())
    heard = Heard(name)
    await heard.subscribe(client, transport=transport)
    await got(client.auth.sign_in_anonymously())
    await until(lambda: heard.statuses == ["connecting", "live", "reconnecting", "live"])
    await got(client.auth.sign_out())
    await got(client.auth.sign_in_anonymously())
    await until(lambda: heard.statuses[-1] == "live" and len(heard.statuses) > 4)
    written = insert(writer, name, 1)
    await until(lambda: heard.titles == written)
    await end(client)


async def test_a_callback_that_fails_or_is_slow_loses_nothing(
    client: Any, writer: Msingi, name: str, kind: str
) -> None:
    heard = Heard(name)
    go = threading.Event()

    def slow(change: Any) -> None:
        if kind == "blocking":
            go.wait(10)
        heard.change(change)
        raise RuntimeError("a callback that fails")

    async def slow_async(change: Any) -> None:
        await until(go.is_set)
        slow(change)

    callback = slow if kind == "blocking" else slow_async
    await got(client.subscribe("books", callback, on_status=heard.status))
    await until(lambda: heard.statuses[-1:] == ["live"])
    titles = [f"{name} {number}" for number in range(1200)]
    for at in range(0, 1200, 600):
        writer.table("books").insert_many([{"title": title} for title in titles[at : at + 600]])
    go.set()
    await until(lambda: len(heard.titles) >= 1200)
    assert heard.titles == titles
    await end(client)
