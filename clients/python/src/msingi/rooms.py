"""Channels for messages between clients, with presence and history, and how subscriptions of all kinds begin."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine
from typing import TYPE_CHECKING, Any, Generic, overload

from ._core.effects import Flow
from ._core.follow import Follower
from ._core.http import Server
from ._core.room import Link, RoomFollower, ask, event_of, member_of
from ._core.shell import Part, S, Subscription, operation
from ._wire import log
from .live import Member, Moved, PositionListener, RoomEvent, RoomEventType, StatusChange, StatusListener

if TYPE_CHECKING:
    from ._async import Async
    from ._blocking import Blocking


class Room(Part[S], Generic[S]):
    """Room is a channel: `client.channel("lobby")`. It is connected while it has a subscription."""

    def __init__(self, shell: S, server: Server, name: str) -> None:
        super().__init__(shell)
        self._server = server
        self._name = name
        self._links: list[Link] = []

    @overload
    def subscribe(
        self: Room[Blocking],
        callback: Callable[[RoomEvent], object],
        *,
        events: Collection[RoomEventType] | None = None,
        on_status: StatusListener | None = None,
    ) -> Subscription[Blocking]: ...
    @overload
    def subscribe(
        self: Room[Async],
        callback: Callable[[RoomEvent], object],
        *,
        events: Collection[RoomEventType] | None = None,
        on_status: StatusListener | None = None,
    ) -> Coroutine[Any, Any, Subscription[Async]]: ...
    def subscribe(
        self,
        callback: Callable[[RoomEvent], object],
        *,
        events: Collection[RoomEventType] | None = None,
        on_status: StatusListener | None = None,
    ) -> Any:
        """subscribe calls back for every message, and for every client that comes or goes, one's own too. Each
        subscription is a client of its own."""
        follower = RoomFollower(self._server, self._name, self._links, events=events, on_status=on_status)
        return self._shell.run(begin(self._shell, follower, self._name, callback, on_status))

    @operation
    def publish(self, data: object) -> Flow[None]:
        """publish sends a message to all clients of the channel. Raises ConnectionFailed while it is not connected."""
        yield from ask(self._links, "publish", data=data)

    @operation
    def presence(self) -> Flow[list[Member]]:
        """presence returns the clients of the channel. Raises InvalidInput where there are more than 500."""
        result = yield from ask(self._links, "presence")
        return [member_of(info) for info in result["presence"].values()]

    @operation
    def history(self, limit: int = 100) -> Flow[list[RoomEvent]]:
        """history returns the latest messages, the oldest first."""
        result = yield from ask(self._links, "history", limit=limit)
        events = (event_of({"pub": one}) for one in result.get("publications") or ())
        return [event for event in events if event is not None]


def begin(
    shell: S,
    follower: Follower,
    name: str,
    callback: Callable[[Any], object],
    on_status: StatusListener | None,
    on_position: PositionListener | None = None,
) -> Flow[Subscription[S]]:
    """begin starts a subscription, which calls back for what a follower emits."""

    def receive(item: object) -> object:
        if isinstance(item, StatusChange):
            return _report(name, item, on_status)
        if isinstance(item, Moved):
            return on_position and on_position(item.position)
        return callback(item)

    return Subscription(shell, shell.start(follower.flow, receive, on_position is not None))
    yield


def _report(name: str, change: StatusChange, listener: StatusListener | None) -> object:
    if listener is not None:
        return listener(change.status, change.error)
    # Nobody may learn of it otherwise.
    if change.status == "gap":
        log.warning("What happened in %s may have been missed. Read its rows again.", name)
    elif change.status == "closed" and change.error is not None:
        log.error("The subscription to %s has ended: %s", name, change.error)
    return None
