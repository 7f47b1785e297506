"""The connection of a channel: messages, who comes and goes, and commands with their answers."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from concurrent.futures import Future
from typing import Any

from ..errors import ConnectionFailed, kind_of
from ..live import Member, RoomEvent, StatusListener
from .effects import Await, Closed, Emit, Flow, Here, Send
from .follow import Follower, Ticket
from .http import Server
from .json import dumps

_REPLY_SECONDS = 10.0
# What HTTP would answer in place of an error of the protocol.
_STATUSES = {102: 404, 103: 403, 106: 400, 108: 400, 111: 429}


class Link:
    """Link is a connection that takes commands, from any thread or task."""

    def __init__(self, line: Any, channel: str) -> None:
        self._line = line
        self._channel = channel
        # The connection was opened by the first command.
        self._ids = itertools.count(2)
        self._waiting: dict[int, Future[dict[str, Any] | None]] = {}

    def ask(self, method: str, body: dict[str, object]) -> Flow[Any]:
        """ask sends a command and returns its result. Raises a MsingiError with the status that HTTP would have."""
        number, future = next(self._ids), Future[dict[str, Any] | None]()
        self._waiting[number] = future
        try:
            yield Send(self._line, dumps({"id": number, method: {"channel": self._channel, **body}}))
            reply = yield Await(future, _REPLY_SECONDS)
        except Closed:
            reply = None
        finally:
            self._waiting.pop(number, None)
        if reply is None:
            raise ConnectionFailed("The channel did not answer. It may have been sent all the same.")
        if (error := reply.get("error")) is not None:
            status = _STATUSES.get(int(error.get("code", 0)), 500)
            raise kind_of(status)(str(error.get("message", "")), status=status, details=error)
        return reply[method]

    def take(self, reply: dict[str, Any]) -> None:
        """take hands the answer to whoever waits for it."""
        future = self._waiting.pop(int(reply["id"]), None)
        if future is not None:
            future.set_result(reply)

    def end(self) -> None:
        """end tells all who wait that no answer comes."""
        while self._waiting:
            _, future = self._waiting.popitem()
            future.set_result(None)


class RoomFollower(Follower):
    """RoomFollower follows one channel, and puts its connection into `links` while it takes commands."""

    def __init__(
        self,
        server: Server,
        name: str,
        links: list[Link],
        *,
        events: Collection[str] | None = None,
        on_status: StatusListener | None = None,
    ) -> None:
        super().__init__(server, name, [("channel", name)], on_status=on_status, emits_all=True)
        self._events = None if events is None else frozenset(events)
        if unknown := (self._events or frozenset()) - {"message", "join", "leave"}:
            raise ValueError(f"{', '.join(sorted(unknown))}: events are message, join and leave.")
        self._links = links
        self._link: Link | None = None

    def _connect(self) -> Flow[None]:
        try:
            yield from self._over_websocket()
        finally:
            link, self._link = self._link, None
            if link is not None:
                self._links.remove(link)
                link.end()

    def _begin(self, ticket: Ticket) -> Flow[None]:
        self._link = Link((yield Here()), ticket.channel)
        self._links.append(self._link)

    def _take_reply(self, reply: dict[str, Any]) -> None:
        if self._link is not None:
            self._link.take(reply)

    def _hand_on(self, pushes: Sequence[dict[str, Any]], epoch: str) -> Flow[None]:
        for push in pushes:
            if "offset" in push.get("pub", {}):
                self._position = f"{epoch}:{push['pub']['offset']}"
        events = [event for event in map(event_of, pushes) if event is not None]
        yield Emit([event for event in events if self._events is None or event.type in self._events])


def ask(links: list[Link], method: str, **body: object) -> Flow[Any]:
    """ask sends a command over the connection that was opened last."""
    for link in links[-1:]:
        return (yield from link.ask(method, body))
    raise ConnectionFailed("The channel is not connected. Try again when its status is live.")


def event_of(push: dict[str, Any]) -> RoomEvent | None:
    """event_of reads a push, if it is a message or somebody who came or went."""
    if (pub := push.get("pub")) is not None:
        who = pub.get("info") or {}
        return RoomEvent("message", str(who.get("client", "")), str(who.get("user", "")), pub.get("data"))
    if (join := push.get("join")) is not None:
        return RoomEvent("join", join["info"]["client"], join["info"]["user"])
    if (leave := push.get("leave")) is not None:
        return RoomEvent("leave", leave["info"]["client"], leave["info"]["user"])
    return None


def member_of(info: dict[str, Any]) -> Member:
    """member_of reads one of those who are there."""
    return Member(info["client"], info["user"])
