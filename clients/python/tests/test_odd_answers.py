"""Answers that no Msingi gives: what a wrong address or a proxy sends is an error of the client's own."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import KINDS, each, end, got, until
from scripted import PROJECT, answer, scripted

from msingi import MsingiError
from msingi._core.http import asked_of

PAGE = (200, {"content-type": "text/html"}, b"<p>Welcome</p>")
NOTHING: tuple[int, dict[str, str], bytes] = (200, {}, b"")
CALLS = {
    "rows": lambda client: client.table("books").execute(),
    "page": lambda client: client.table("books").page(),
    "count": lambda client: client.table("books").count(),
    "update_all": lambda client: client.table("books").eq("a", 1).update_all({"b": 1}),
    "batch": lambda client: client.batch([]),
    "query": lambda client: client.query.run("books"),
    "payment": lambda client: client.payments.get("1"),
    "push": lambda client: client.payments.push(phone="1", amount=1, description="x"),
    "buckets": lambda client: client.storage.list_buckets(),
    "bucket": lambda client: client.storage.get_bucket("films"),
    "files": lambda client: client.storage.bucket("films").list(),
}


@pytest.mark.parametrize(
    "odd", [PAGE, NOTHING, answer(200, "a text"), answer(200, 7), (200, {}, b"null"), (200, {}, b"[1]")]
)
@pytest.mark.parametrize("call", CALLS)
async def test_what_is_no_answer_of_msingi_is_an_error(kind: str, call: str, odd: Any) -> None:
    with scripted(odd) as script:
        client: Any = KINDS[kind](script.url, project=PROJECT, key="k", retries=0)
        with pytest.raises(MsingiError, match="address"):
            await got(CALLS[call](client))
        await end(client)


@pytest.mark.parametrize(
    "headers",
    [
        {"x_next_cursor": "c"},
        {"link": '</api/v1/data/books?offset=50>; rel="next"'},
        {"link": '<?offset=0>; rel="next"'},
    ],
)
async def test_a_list_that_does_not_advance_ends_with_an_error(kind: str, headers: dict[str, str]) -> None:
    with scripted(answer(200, [{"id": "1"}], **headers)) as script:
        client: Any = KINDS[kind](script.url, project=PROJECT, key="k")
        with pytest.raises(MsingiError, match="does not advance"):
            async for row in each(client.table("books")):
                assert row == {"id": "1"}
        assert len(script.requests) <= 2
        await end(client)


async def test_live_changes_at_a_wrong_address_are_told(kind: str, short_waits: None) -> None:
    with scripted(PAGE) as script:
        client: Any = KINDS[kind](script.url, project=PROJECT, key="k", retries=0)
        told: list[tuple[str, Exception | None]] = []
        subscription = await got(client.subscribe("books", print, on_status=lambda *one: told.append(one)))
        await until(lambda: any(status == "reconnecting" and error is not None for status, error in told))
        await got(subscription.unsubscribe())
        await end(client)


@pytest.mark.parametrize("text", ["0", "7", "86400", "-5", "soon", "1e9"])
async def test_what_a_server_asks_to_wait_is_bounded(kind: str, text: str) -> None:
    with scripted(answer(429, retry_after=text)) as script:
        client: Any = KINDS[kind](script.url, project=PROJECT, key="k", retries=0)
        with pytest.raises(MsingiError) as refused:
            await got(client.table("books").execute())
        assert 0 <= asked_of(refused.value) <= 600
        await end(client)


async def test_an_upload_whose_place_is_not_told_is_an_error(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("msingi.storage.resumable._PAUSES", ())
    begun: Any = (201, {}, json.dumps({"success": True}).encode())
    with scripted(begun) as script:
        client: Any = KINDS[kind](script.url, project=PROJECT, key="k", retries=0)
        with pytest.raises(MsingiError, match="where the upload is"):
            await got(client.storage.bucket("films").upload("a.bin", b"x" * 10, resumable=True))
        await end(client)
