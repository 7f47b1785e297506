"""What becomes of requests that fail: errors, retries, times, redirections."""

from __future__ import annotations

import json
import socket
from typing import Any

import pytest
from conftest import KINDS, end, got
from scripted import PROJECT, answer, scripted

from msingi import (
    Conflict,
    ConnectionFailed,
    Forbidden,
    InvalidInput,
    Msingi,
    MsingiError,
    NotFound,
    QuotaExceeded,
    ServerError,
    Unauthorized,
)


def open_at(kind: str, url: str, **options: Any) -> Any:
    return KINDS[kind](url, project=PROJECT, key="msk_secret", **options)


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (400, InvalidInput),
        (401, Unauthorized),
        (403, Forbidden),
        (404, NotFound),
        (409, Conflict),
        (412, MsingiError),
        (429, QuotaExceeded),
        (500, ServerError),
        (503, ServerError),
    ],
)
async def test_each_status_has_its_class(kind: str, status: int, expected: type) -> None:
    with scripted(answer(status, x_request_id="r1")) as script:
        client = open_at(kind, script.url, retries=0)
        with pytest.raises(MsingiError) as refused:
            await got(client.table("books").execute())
        await end(client)
    error = refused.value
    assert (type(error), error.status, str(error), error.request_id) == (expected, status, "Said so.", "r1")


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("msingi._core.http._FIRST_PAUSE", 0.01)


async def test_reading_and_writes_with_a_key_are_repeated(kind: str) -> None:
    for failure in (answer(0), answer(503), answer(502), answer(429, retry_after="0")):
        with scripted(failure, failure, answer(200, [])) as script:
            client = open_at(kind, script.url)
            assert await got(client.table("books").execute()) == []
            await end(client)
            assert len(script.requests) == 3
        with scripted(failure, answer(201, {"id": "1"})) as script:
            client = open_at(kind, script.url)
            assert await got(client.table("books").insert({"title": "a"}, idempotency_key="k")) == {"id": "1"}
            await end(client)
            keys = [headers["idempotency-key"] for _, _, headers, _ in script.requests]
            assert keys == ["k", "k"]


async def test_other_writes_and_other_refusals_are_not_repeated(kind: str) -> None:
    with scripted(answer(503)) as script:
        client = open_at(kind, script.url)
        with pytest.raises(ServerError):
            await got(client.table("books").insert({"title": "a"}))
        await end(client)
        assert len(script.requests) == 1
    for refusal in (answer(404), answer(500), answer(429, retry_after="3600")):
        with scripted(refusal) as script:
            client = open_at(kind, script.url)
            with pytest.raises(MsingiError):
                await got(client.table("books").execute())
            await end(client)
            assert len(script.requests) == 1


async def test_redirections_are_not_followed(kind: str) -> None:
    with scripted(answer(200, [])) as target, scripted(answer(302, location=target.url)) as script:
        client = open_at(kind, script.url)
        with pytest.raises(MsingiError, match="redirection") as refused:
            await got(client.table("books").execute())
        await end(client)
        assert (refused.value.status, target.requests) == (302, [])


async def test_pages_of_a_proxy_and_lost_answers_are_errors(kind: str) -> None:
    with scripted((200, {"content-type": "text/html"}, b"<p>Back soon</p>")) as script:
        client = open_at(kind, script.url)
        with pytest.raises(MsingiError, match="not one of Msingi"):
            await got(client.table("books").execute())
        await end(client)
    with scripted((502, {}, b"<h1>Bad Gateway</h1>")) as script:
        client = open_at(kind, script.url, retries=0)
        with pytest.raises(ServerError, match="status 502"):
            await got(client.table("books").execute())
        await end(client)


async def test_a_server_that_says_nothing_or_little_is_not_waited_for(kind: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        client = open_at(kind, f"http://127.0.0.1:{silent.getsockname()[1]}", timeout=0.2, retries=0)
        with pytest.raises(ConnectionFailed, match="in time"):
            await got(client.table("books").execute())
        await end(client)


async def test_options_of_some_calls_leave_those_of_others(kind: str) -> None:
    with scripted(answer(503), answer(503), answer(503), answer(200, [])) as script:
        client = open_at(kind, script.url, retries=0)
        with pytest.raises(ServerError):
            await got(client.table("books").execute())
        assert await got(client.with_options(retries=2).table("books").execute()) == []
        assert len(script.requests) == 4
        with socket.create_server(("127.0.0.1", 0)) as silent:
            hasty = open_at(kind, f"http://127.0.0.1:{silent.getsockname()[1]}", retries=0).with_options(timeout=0.1)
            with pytest.raises(ConnectionFailed, match="in time"):
                await got(hasty.functions.invoke("yearly-report"))
        await end(hasty)
        await end(client.with_options(timeout=1))
        with pytest.raises(RuntimeError, match="closed"):
            await got(client.table("books").execute())


async def test_cookies_are_not_kept(kind: str) -> None:
    with scripted(answer(200, [], set_cookie="session=somebody; Path=/")) as script:
        client = open_at(kind, script.url)
        for _ in range(2):
            await got(client.table("books").execute())
        await end(client)
        assert not ["cookie" for _, _, headers, _ in script.requests if "cookie" in headers]


async def test_a_client_that_is_closed_says_so(kind: str) -> None:
    client = open_at(kind, "http://127.0.0.1:9")
    await end(client)
    with pytest.raises(RuntimeError, match="closed"):
        await got(client.table("books").execute())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"url": "api.example.com"}, "https://"),
        ({"url": "ftp://api.example.com"}, "https://"),
        ({"url": "https://"}, "https://"),
        ({"url": "https://me:pass@x"}, "https://"),
        ({"url": "https://x/?a=1"}, "https://"),
        ({"url": "https://x/base/api/v1/"}, "leave out /api/v1/,"),
        ({"url": "https://x/fn"}, "leave out /fn,"),
        ({"project": "shop"}, "'shop' is no id"),
        ({"project": f"{PROJECT}\n"}, "is no id"),
        ({"timeout": 0}, "timeout must be"),
        ({"timeout": float("nan")}, "timeout must be"),
        ({"retries": -1}, "retries must be"),
    ],
)
def test_what_a_client_is_made_with_is_checked(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Msingi(**{"url": "https://x/base", "project": PROJECT, "key": "k", **options})
    Msingi("https://x/base/", project=PROJECT.upper(), key="k")


@pytest.mark.parametrize("key", ["msk_secret\n", "msk_sécret", "", "msk secret"])
def test_a_key_that_cannot_be_one_is_not_shown(key: str) -> None:
    with pytest.raises(ValueError, match="line break") as refused:
        Msingi("https://api.example.com", project=PROJECT, key=key)
    assert "msk" not in repr(refused.value)


async def test_the_key_goes_to_no_other_server(kind: str) -> None:
    with scripted(answer(200, [])) as script:
        client = open_at(kind, "http://127.0.0.1:9")
        with pytest.raises(ValueError, match="no address of this server"):
            await got(client.request("GET", f"{script.url}/api/v1/data/books"))
        with pytest.raises(ValueError, match="begins with /"):
            await got(client.request("GET", "data/books"))
        await end(client)
        assert script.requests == []


@pytest.mark.parametrize(
    "call",
    [
        lambda client, name: client.table("books").find(name),
        lambda client, name: client.table("books").update(name, {}),
        lambda client, name: client.table(name).execute(),
        lambda client, name: client.functions.invoke(name),
        lambda client, name: client.functions.invoke("f", path=f"/a/{name}/b"),
        lambda client, name: client.auth.users.delete(name),
        lambda client, name: client.storage.delete_bucket(name),
        lambda client, name: client.storage.bucket(name).upload("a", "x"),
        lambda client, name: client.storage.bucket("b").upload(f"a/{name}/{name}/c", "x"),
        lambda client, name: client.storage.bucket("b").download(f"{name}/{name}/secrets"),
        lambda client, name: client.request("GET", f"/data/{name}"),
        lambda client, name: client.request("GET", f"/data/%2E{name[1:]}/x?a=1"),
    ],
)
async def test_names_do_not_lead_to_other_routes(kind: str, call: Any) -> None:
    with scripted(answer(200, {})) as script:
        client = open_at(kind, script.url)
        for name in (".", ".."):
            with pytest.raises(InvalidInput, match="would lead to another address"):
                await got(call(client, name))
        assert script.requests == []
        await got(client.functions.invoke("f", path="/..a/...?path=/../b"))
        assert script.requests[0][1] == f"/fn/{PROJECT}/f/..a/...?path=/../b"
        await end(client)


async def test_headers_that_cannot_be_sent_are_not_shown(kind: str) -> None:
    with scripted(answer(200, [])) as script:
        client = open_at(kind, script.url)
        with pytest.raises(MsingiError) as refused:
            await got(client.request("GET", "/data/books", headers={"x-secret": "a secret\n"}))
        await end(client)
    assert "a secret" not in str(refused.value)


async def test_a_refresh_whose_answer_was_lost_is_sent_again(kind: str) -> None:
    def tokens(access: str, expires: str) -> dict[str, str]:
        return {
            "access_token": access,
            "access_token_expires_at": expires,
            "token_type": "Bearer",
            "refresh_token": f"refresh {access}",
            "refresh_token_expires_at": "2099-01-01T00:00:00Z",
        }

    old = {"user": {"id": "1"}, "tokens": tokens("old", "2020-01-01T00:00:00Z")}
    new = {"tokens": tokens("new", "2099-01-01T00:00:00Z"), "device_token": "d"}
    store = {f"msingi.session.{PROJECT}": json.dumps(old)}
    with scripted(answer(0), answer(200, new), answer(200, [])) as script:
        client = open_at(kind, script.url, store=store)
        await got(client.table("books").execute())
        await end(client)
    first, second, third = script.requests
    assert first[1:2] + first[3:] == second[1:2] + second[3:]
    assert json.loads(first[3]) == {"refresh_token": "refresh old"}
    assert third[2]["authorization"] == "Bearer new"
    assert store[f"msingi.device.{PROJECT}"] == "d"
