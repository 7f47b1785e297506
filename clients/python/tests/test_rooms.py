"""Channels: a callback that answers, a connection that breaks, and what the server refuses."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from conftest import end, got, until
from scripted import Proxy

from msingi import ConnectionFailed, InvalidInput, NotFound, RoomEvent

pytestmark = pytest.mark.usefixtures("short_waits")


class Heard:
    """Heard is what a subscription to a channel has told."""

    def __init__(self) -> None:
        self.events: list[RoomEvent] = []
        self.statuses: list[str] = []
        self.errors: list[Exception] = []

    @property
    def texts(self) -> list[Any]:
        return [event.data for event in self.events if event.type == "message"]

    def status(self, status: str, error: Exception | None) -> None:
        self.statuses.append(status)
        if error is not None:
            self.errors.append(error)

    async def subscribe(self, room: Any, **options: Any) -> Any:
        subscription = await got(room.subscribe(self.events.append, on_status=self.status, **options))
        await until(lambda: self.statuses[-1:] == ["live"])
        return subscription


async def test_a_callback_answers_over_its_own_channel(create: Any, kind: str, room: str) -> None:
    asking, answering = create(), create()

    def answer(event: RoomEvent) -> Any:
        if event.data == "question":
            return answering.channel(room).publish("answer")
        return None

    statuses: list[str] = []
    await got(answering.channel(room).subscribe(answer, on_status=lambda status, _: statuses.append(status)))
    await until(lambda: statuses[-1:] == ["live"])
    heard = Heard()
    await heard.subscribe(asking.channel(room))
    await got(asking.channel(room).publish("question"))
    await until(lambda: heard.texts == ["question", "answer"])
    members = await got(asking.channel(room).presence())
    assert len({member.client for member in members}) == 2
    assert [event.data for event in await got(asking.channel(room).history())] == ["question", "answer"]
    await end(answering)
    await until(lambda: heard.events[-1].type == "leave")
    await end(asking)


async def test_many_commands_at_once_are_each_answered(client: Any, kind: str, room: str) -> None:
    heard = Heard()
    await heard.subscribe(client.channel(room))
    send = client.channel(room).publish
    works = [asyncio.to_thread(send, number) if kind == "blocking" else send(number) for number in range(20)]
    await asyncio.gather(*works)
    await until(lambda: len(heard.texts) == 20)
    assert sorted(heard.texts) == list(range(20))
    await end(client)


async def test_a_channel_whose_connection_breaks_is_joined_again_and_misses_nothing(
    create: Any, proxy: Proxy, room: str
) -> None:
    far, near = create(url=proxy.url), create()
    # The proxy stands before one of both alone.
    far_heard, near_heard = Heard(), Heard()
    await far_heard.subscribe(far.channel(room))
    await near_heard.subscribe(near.channel(room))
    await got(near.channel(room).publish("before"))
    await until(lambda: far_heard.texts == ["before"])
    proxy.is_blocked = True
    proxy.cut()
    await until(lambda: far_heard.statuses[-1] == "reconnecting")
    with pytest.raises(ConnectionFailed, match="not connected"):
        await got(far.channel(room).publish("lost"))
    proxy.is_blocked = False
    await until(lambda: far_heard.statuses[-1] == "live" and near_heard.statuses[-1] == "live")
    await got(near.channel(room).publish("after"))
    await until(lambda: far_heard.texts == ["before", "after"])
    assert "gap" not in far_heard.statuses
    await end(far)
    await end(near)


async def test_what_is_refused_is_said(create: Any, room: str) -> None:
    client = create()
    heard = Heard()
    await got(client.channel("nowhere").subscribe(print, on_status=heard.status))
    await until(lambda: heard.statuses[-1:] == ["closed"])
    assert isinstance(heard.errors[0], NotFound)
    await heard.subscribe(client.channel(room))
    deep: Any = "x"
    for _ in range(200):
        deep = [deep]
    with pytest.raises(InvalidInput):
        await got(client.channel(room).publish(deep))
    with pytest.raises(ValueError, match="INSERT"):
        await got(client.channel(room).subscribe(print, events=["INSERT"]))
    await end(client)
