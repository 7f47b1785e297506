"""Following a table: connects, reconnects and resumes, over WebSocket or server-sent events (spec 6.2, 6.3)."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ..errors import ChangesMissed, ConnectionFailed, MsingiError, SubscriptionClosed
from ..live import Change, Moved, PositionListener, Status, StatusChange, StatusListener, Transport
from .effects import Closed, Emit, Flow, HangUp, Pause, Read, Tell, Write
from .http import Call, Server
from .json import dumps, loads
from .session import instant, is_past
from .sse import SseReader

# Section 6.2 of the specification: 1 s, 2 s, 4 s, up to 30 s.
_FIRST_WAIT, _LONGEST_WAIT = 1.0, 30.0
_REPLY_SECONDS = 10.0
_LINE = "\n"
# The server sends a comment every 25 s.
_SILENCE = 60.0
# Refusals that a retry does not change.
_FINAL = frozenset({400, 401, 403, 404})
_TOKEN_EXPIRED = 3005
# What a proxy answers that does not know WebSockets; the server itself has other reasons for 429 and 5xx.
_PASSING_REFUSALS = frozenset({0, 429})


@dataclass(frozen=True)
class Ticket:
    """Ticket is the answer of POST /realtime/connect (spec 2.7), and the user whom it is for."""

    url: str
    token: str = field(repr=False)
    channel: str
    expires_at: str
    user: Any


class _Retry(Exception):
    """The connection has ended; another one goes on."""


class Follower:
    """Follower follows one table. `flow` can run again after it was broken off, and goes on at the same position."""

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
        self._server = server
        self._table = table
        self._query = [("table", table)] if filter is None else [("table", table), ("filter", filter)]
        self._events = None if events is None else frozenset(events)
        if unknown := (self._events or frozenset()) - {"INSERT", "UPDATE", "DELETE"}:
            raise ValueError(f"{', '.join(sorted(unknown))}: events are INSERT, UPDATE and DELETE.")
        self._listener = on_status
        self._on_position = on_position
        self._emits_all = emits_all
        self._position = after
        # A position of server-sent events can be an event's id, which WebSockets do not know.
        known_to_both = after is None or ":" in after
        if transport == "websocket" and not known_to_both:
            raise ValueError("This position is one of server-sent events. Use the transport 'sse' or 'auto'.")
        self._over_sse = transport == "sse" or not known_to_both
        self._may_change = transport == "auto"
        self._ticket: Ticket | None = None
        self._live = False

    def flow(self) -> Flow[None]:
        """flow emits changes, and statuses where they are asked for, until the server ends it for good."""
        wait = _FIRST_WAIT
        yield from self._tell("connecting")
        while True:
            self._live = False
            pause = 0.0
            try:
                yield from self._over_events() if self._over_sse else self._over_websocket()
            except ChangesMissed:
                raise
            except (_Retry, ConnectionFailed) as error:
                self._consider_sse(error)
            except MsingiError as error:
                if error.status in _FINAL or isinstance(error, SubscriptionClosed):
                    yield from self._tell("closed", error)
                    if not self._emits_all:
                        raise
                    return
                pause = error.retry_after or 0.0
            yield HangUp()
            if self._live:
                wait = _FIRST_WAIT
            yield from self._tell("reconnecting")
            yield Pause(max(wait * random.uniform(0.5, 1), pause))  # noqa: S311 - spreads clients
            wait = min(wait * 2, _LONGEST_WAIT)

    # Something between here and the server does not let WebSockets through.
    def _consider_sse(self, error: Exception) -> None:
        if self._may_change and isinstance(error, ConnectionFailed):
            refused = error.status not in _PASSING_REFUSALS and error.status < 500
            self._over_sse = self._over_sse or refused

    def _over_websocket(self) -> Flow[None]:
        ticket, self._ticket = self._ticket, None
        user = self._user()
        is_fresh = ticket is None or ticket.user != user or is_past(ticket.expires_at)
        if ticket is None or is_fresh:
            call = Call("POST", f"{self._server.path}/realtime/connect", self._query, repeatable=True)
            data = (yield from self._server.request(call)).data
            if not isinstance(data, dict):
                raise _Retry
            ticket = Ticket(data["url"], data["token"], data["channel"], data["expires_at"], user)
        try:
            yield from self._server.dial(ticket.url)
            self._insist_on(user)
            yield Write(dumps({"id": 1, "connect": self._connect(ticket)}))
            yield from self._receive(ticket, is_fresh)
        except ConnectionFailed:
            # After a restart of the server, clients that come back do not all ask for a new one.
            self._ticket = ticket
            raise
        except Closed as end:
            if 3500 <= end.code < 4000 or 4500 <= end.code < 5000:
                # Another user has signed in, or the token has grown old: a new one decides.
                if is_fresh and ticket.user == self._user():
                    raise SubscriptionClosed(end.reason, end.code) from None
            elif end.code != _TOKEN_EXPIRED:
                self._ticket = ticket
            raise _Retry from None

    def _connect(self, ticket: Ticket) -> dict[str, Any]:
        # Clients with a name get several messages in a frame, and answer pings of the protocol.
        about = {"token": ticket.token, "name": "msingi-python"}
        if self._position is None:
            return about
        epoch, _, offset = self._position.rpartition(":")
        recovery = {"recover": True, "epoch": epoch}
        # The protocol leaves out an offset of 0.
        if int(offset) > 0:
            recovery["offset"] = int(offset)
        return {**about, "subs": {ticket.channel: recovery}}

    def _receive(self, ticket: Ticket, is_fresh: bool) -> Flow[None]:
        epoch = ""
        seconds: float | None = _REPLY_SECONDS
        while True:
            text = yield Read(seconds)
            if text is None:
                raise _Retry
            publications = []
            # A frame has several messages as lines.
            for message in loads(f"[{text.strip().replace(_LINE, ',')}]"):
                push = message.get("push")
                if push is not None:
                    if push.get("channel") != ticket.channel:
                        continue
                    if "pub" in push:
                        publications.append(push["pub"])
                    elif "unsubscribe" in push:
                        yield from self._publish(publications, epoch)
                        # The table is gone or turned off: asking for another ticket says which.
                        raise _Retry
                elif "connect" in message:
                    seconds = None
                    state = message["connect"].get("subs", {}).get(ticket.channel)
                    if state is None:
                        raise _Retry
                    epoch = str(state.get("epoch", ""))
                    yield from self._opened(state, epoch)
                elif "error" in message:
                    yield from self._publish(publications, epoch)
                    self._refuse(message["error"], is_fresh)
                elif not message:
                    yield Write("{}")
            yield from self._publish(publications, epoch)

    def _opened(self, state: dict[str, Any], epoch: str) -> Flow[None]:
        yield from self._publish(state.get("publications") or (), epoch)
        is_missed = bool(state.get("was_recovering")) and not state.get("recovered")
        is_new = self._position is None or is_missed
        yield from self._arrived(is_missed, f"{epoch}:{state.get('offset', 0)}" if is_new else None)

    def _publish(self, publications: Iterable[dict[str, Any]], epoch: str) -> Flow[None]:
        yield from self._hand_on((one["data"], f"{epoch}:{one['offset']}") for one in publications)

    def _hand_on(self, events: Iterable[tuple[dict[str, Any], str]]) -> Flow[None]:
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

    def _refuse(self, error: dict[str, Any], is_fresh: bool) -> None:
        code = int(error.get("code", 0))
        is_passing = error.get("temporary") or code in (100, 109, 112)
        if is_fresh and not is_passing:
            raise SubscriptionClosed(str(error.get("message", "")), code)
        raise _Retry

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
                    yield from self._hand_on(events)
                    events = []
                    # An id alone is the current position, after the replay of missed changes.
                    yield from self._arrived(is_missed, frame.id)
                    is_missed = False
            yield from self._hand_on(events)
        raise _Retry

    def _arrived(self, is_missed: bool, position: str | None) -> Flow[None]:
        before, self._position = self._position, position or self._position
        if is_missed:
            yield from self._tell("gap")
        # Rows are read again before the position behind the gap is stored.
        if self._on_position is not None and position is not None and position != before:
            yield Emit([Moved(position)]) if self._emits_all else Tell(partial(self._on_position, position))
        if not self._live:
            self._live = True
            yield from self._tell("live")

    def _tell(self, status: Status, error: Exception | None = None) -> Flow[None]:
        if self._emits_all:
            yield Emit([StatusChange(status, error)])
        elif self._listener is not None:
            yield Tell(partial(self._listener, status, error))
        elif status == "gap":
            raise ChangesMissed(self._table, self._position)

    # A connection is broken off where another user signs in. One that was not open yet could not be.
    def _insist_on(self, user: Any) -> None:
        if self._user() != user:
            raise _Retry

    def _user(self) -> Any:
        session = self._server.session.get()
        return session and session.user.get("id")


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
