"""Following the changes of a table, over WebSocket or server-sent events."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Any

from ..errors import ConnectionFailed
from ..live import Change, Moved, PositionListener, StatusListener, Transport
from .effects import Emit, Flow, Read, Tell
from .follow import Follower, Retry
from .http import Call, Server
from .json import loads
from .session import instant
from .sse import SseReader

# The server sends a comment every 25 s.
_SILENCE = 60.0
# What a proxy answers that does not know WebSockets; the server itself has other reasons for 429 and 5xx.
_PASSING_REFUSALS = frozenset({0, 429})


class TableFollower(Follower):
    """TableFollower follows one table."""

    def __init__(
        self,
        server: Server,
        table: str,
        *,
        events: Collection[str] | None = None,
        transport: Transport = "auto",
        after: str | None = None,
        filter: str | None = None,  # noqa: A002
        on_status: StatusListener | None = None,
        on_position: PositionListener | None = None,
        emits_all: bool = False,
    ) -> None:
        query = [("table", table)] if filter is None else [("table", table), ("filter", filter)]
        super().__init__(
            server, table, query, after=after, on_status=on_status, on_position=on_position, emits_all=emits_all
        )
        self._events = None if events is None else frozenset(events)
        if unknown := (self._events or frozenset()) - {"INSERT", "UPDATE", "DELETE"}:
            raise ValueError(f"{', '.join(sorted(unknown))}: events are INSERT, UPDATE and DELETE.")
        # A position of server-sent events can be an event's id, which WebSockets do not know.
        known_to_both = after is None or ":" in after
        if transport == "websocket" and not known_to_both:
            raise ValueError("This position is one of server-sent events. Use the transport 'sse' or 'auto'.")
        self._over_sse = transport == "sse" or not known_to_both
        self._may_change = transport == "auto"

    def _connect(self) -> Flow[None]:
        return self._over_events() if self._over_sse else self._over_websocket()

    # Something between here and the server does not let WebSockets through.
    def _consider(self, error: ConnectionFailed) -> None:
        if self._may_change:
            refused = error.status not in _PASSING_REFUSALS and error.status < 500
            self._over_sse = self._over_sse or refused

    def _hand_on(self, pushes: Sequence[dict[str, Any]], epoch: str) -> Flow[None]:
        publications = (push["pub"] for push in pushes if "pub" in push)
        yield from self._hand_on_changes((one["data"], f"{epoch}:{one['offset']}") for one in publications)

    def _hand_on_changes(self, events: Iterable[tuple[dict[str, Any], str]]) -> Flow[None]:
        items: list[Change[Any] | Moved] = []
        for event, position in events:
            self._position = position
            if self._events is None or event["type"] in self._events:
                items.append(_change_of(event, position))
            if self._on_position is not None:
                if items and isinstance(items[-1], Moved):
                    items.pop()
                items.append(Moved(position))
        if self._on_position is None or self._emits_all:
            yield Emit(items)
            return
        for item in items:
            # Whoever iterates has handled a change when it asks for the next.
            yield Tell(partial(self._on_position, item.position)) if isinstance(item, Moved) else Emit([item])

    def _over_events(self) -> Flow[None]:
        headers = {"accept": "text/event-stream"}
        if self._position is not None:
            headers["last-event-id"] = self._position
        call = Call("GET", f"{self._server.path}/realtime/events", self._query, headers=headers)
        user = self._user()
        yield from self._server.open(call, _SILENCE, is_live=True)
        self._insist_on(user)
        reader = SseReader()
        is_missed = False
        while (piece := (yield Read())) is not None:
            events: list[tuple[dict[str, Any], str]] = []
            for frame in reader.feed(piece):
                if frame.event == "reset":
                    is_missed = True
                elif frame.event:
                    events.append((loads(frame.data), frame.id))
                else:
                    yield from self._hand_on_changes(events)
                    events = []
                    # An id alone is the current position, after the replay of missed changes.
                    yield from self._arrived(is_missed, frame.id)
                    is_missed = False
            yield from self._hand_on_changes(events)
        raise Retry


def _change_of(event: dict[str, Any], position: str) -> Change[Any]:
    return Change(
        event["id"],
        event["type"],
        event["table"],
        event["project_id"],
        event["record"],
        event.get("old_record"),
        instant(event["created_at"]),
        position,
    )
