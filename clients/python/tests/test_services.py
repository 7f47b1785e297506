"""Functions and payments."""

from __future__ import annotations

import asyncio
import json
from decimal import Decimal
from typing import Any

import httpx
import pytest
from conftest import each, got

from msingi import NotFound, ServerError


async def test_functions_answer_json_text_and_bytes(client: Any) -> None:
    invoke = client.functions.invoke
    assert await got(invoke("echo", {"a": [1]})) == {
        "body": {"a": [1]},
        "method": "POST",
        "number": Decimal("1.1"),
        "url": "",
    }
    assert await got(invoke("echo", "Neema", path="/text", headers={"Content-Type": "text/plain"})) == "habari Neema"
    assert await got(invoke("echo", method="GET", path="bytes")) == b"\x00\xff\x01"
    asked = await got(invoke("echo", method="GET", path="?a=1", query={"b": True, "c": None, "d": "é&"}))
    assert asked["url"] == "?a=1&b=true&d=%C3%A9%26"
    whole = await got(client.functions.call("echo", path="text"))
    assert (whole.status, whole.content, whole.headers["content-type"][:10]) == (200, b"habari ", "text/plain")
    pieces = [piece async for piece in each(client.functions.open("echo", path="bytes"))]
    assert b"".join(pieces) == b"\x00\xff\x01"
    with pytest.raises(NotFound):
        await got(invoke("nothing"))
    with pytest.raises(ServerError) as failed:
        await got(invoke("echo", "fail"))
    assert "a secret reason" not in f"{failed.value}{failed.value.details}"


async def test_a_payment_is_started_once_and_waited_for(client: Any, site: dict[str, str], name: str) -> None:
    async def push() -> Any:
        return await got(
            client.payments.push(
                phone="0712345678", amount=100, description=name[:12], order_id=name, idempotency_key=name
            )
        )

    started = await push()
    assert await push() == started
    prompts = httpx.get(f"{site['base']}/simulators/prompts").json()
    [prompt] = [prompt for prompt in prompts if name[:12] in json.dumps(prompt)]
    httpx.post(f"{site['base']}/simulators/prompts/{prompt['id']}", json={"action": "approve"})
    payment = await got(client.payments.wait(started["transaction_id"], timeout=30))
    assert (payment["status"], payment["amount"]) == ("completed", 100)
    assert (await got(client.payments.get(started["transaction_id"])))["receipt"] == payment["receipt"]
    with pytest.raises(NotFound):
        await got(client.payments.wait("01a21b2d-a886-79ad-b038-6daeb497990f"))
    reference = payment["order_id"]
    listed = [one["id"] async for one in each(client.payments.list(order_id=reference, limit=1))]
    assert listed == [started["transaction_id"]]
    other = await got(client.payments.push(phone="0712345678", amount=5, description="x"))
    with pytest.raises((TimeoutError, asyncio.TimeoutError)):
        await got(client.payments.wait(other["transaction_id"], timeout=0.1))
