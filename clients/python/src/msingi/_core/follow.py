"""Following a table or a channel: connects, reconnects and resumes, over WebSocket."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ..errors import ChangesMissed, ConnectionFailed, MsingiError, SubscriptionClosed
from ..live import Moved, PositionListener, Status, StatusChange, StatusListener
from .effects import Closed, Emit, Flow, HangUp, Pause, Read, Tell, Write
from .http import Call, Params, Server, asked_of
from .json import dumps, loads
from .session import is_past

# Section 6.2 of the specification: 1 s, 2 s, 4 s, up to 30 s.
_FIRST_WAIT, _LONGEST_WAIT = 1.0, 30.0
_REPLY_SECONDS = 10.0
_LINE = "\n"
# Refusals that a retry does not change.
_FINAL = frozenset({400, 401, 403, 404})
_TOKEN_EXPIRED = 3005
_CONNECT_ID = 1


@dataclass(frozen=True)
class Ticket:
    """Ticket is the answer of POST /realtime/connect, and the user whom it is for."""

    url: str
    token: str = field(repr=False)
    channel: str
    expires_at: str
    user: Any


class Retry(Exception):
    """The connection has ended; another one goes on."""


class Follower:
    """Follower follows what a ticket is for. `flow` can run again after it was broken off, and goes on at the same
    position."""

    def __init__(
        self,
        server: Server,
        name: str,
        query: Params,
        *,
        after: str | None = None,
        on_status: StatusListener | None = None,
        on_position: PositionListener | None = None,
        emits_all: bool = False,
    ) -> None:
        self._server = server
        self._name = name
        self._query = query
        self._listener = on_status
        self._on_position = on_position
        self._emits_all = emits_all
        self._position = after
        self._ticket: Ticket | None = None
        self._live = False

    def flow(self) -> Flow[None]:
        """flow emits what is heard, and statuses where they are asked for, until the server ends it for good."""
        wait = _FIRST_WAIT
        yield from self._tell("connecting")
        while True:
            self._live = False
            pause = 0.0
            reason: MsingiError | None = None
            try:
                yield from self._connect()
            except ChangesMissed:
                raise
            except Retry:
                pass
            except ConnectionFailed as error:
                reason = error
                self._consider(error)
            except MsingiError as error:
                reason = error
                if error.status in _FINAL or isinstance(error, SubscriptionClosed):
                    yield from self._tell("closed", error)
                    if not self._emits_all:
                        raise
                    return
                pause = asked_of(error)
            yield HangUp()
            if self._live:
                wait = _FIRST_WAIT
            yield from self._tell("reconnecting", reason)
            yield Pause(max(wait * random.uniform(0.5, 1), pause))  # noqa: S311 - spreads clients
            wait = min(wait * 2, _LONGEST_WAIT)

    def _connect(self) -> Flow[None]:
        """_connect reads one connection to its end, which it raises."""
        return self._over_websocket()

    def _consider(self, error: ConnectionFailed) -> None:
        """_consider looks at why there is no connection."""

    def _hand_on(self, pushes: Sequence[dict[str, Any]], epoch: str) -> Flow[None]:
        """_hand_on emits what the server has pushed."""
        raise NotImplementedError

    def _begin(self, ticket: Ticket) -> Flow[None]:
        """_begin is run once a connection takes commands."""
        return
        yield

    def _take_reply(self, reply: dict[str, Any]) -> None:
        """_take_reply takes the answer to a command."""

    def _over_websocket(self) -> Flow[None]:
        ticket, self._ticket = self._ticket, None
        user = self._user()
        is_fresh = ticket is None or ticket.user != user or is_past(ticket.expires_at)
        if ticket is None or is_fresh:
            call = Call("POST", f"{self._server.path}/realtime/connect", self._query, repeatable=True)
            data = (yield from self._server.request(call)).data
            if not isinstance(data, dict):
                raise Retry
            ticket = Ticket(data["url"], data["token"], data["channel"], data["expires_at"], user)
        try:
            yield from self._server.dial(ticket.url)
            self._insist_on(user)
            yield Write(dumps({"id": _CONNECT_ID, "connect": self._hello(ticket)}))
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
            raise Retry from None

    def _hello(self, ticket: Ticket) -> dict[str, Any]:
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
                raise Retry
            pushes: list[dict[str, Any]] = []
            # A frame has several messages as lines.
            for message in loads(f"[{text.strip().replace(_LINE, ',')}]"):
                push = message.get("push")
                if push is not None:
                    if push.get("channel") != ticket.channel:
                        continue
                    if "unsubscribe" in push:
                        yield from self._hand_on(pushes, epoch)
                        # It is gone or turned off: asking for another ticket says which.
                        raise Retry
                    pushes.append(push)
                elif message.get("id", _CONNECT_ID) != _CONNECT_ID:
                    self._take_reply(message)
                elif "connect" in message:
                    seconds = None
                    state = message["connect"].get("subs", {}).get(ticket.channel)
                    if state is None:
                        raise Retry
                    epoch = str(state.get("epoch", ""))
                    yield from self._begin(ticket)
                    yield from self._opened(state, epoch)
                elif "error" in message:
                    yield from self._hand_on(pushes, epoch)
                    self._refuse(message["error"], is_fresh)
                elif not message:
                    yield Write("{}")
            yield from self._hand_on(pushes, epoch)

    def _opened(self, state: dict[str, Any], epoch: str) -> Flow[None]:
        yield from self._hand_on([{"pub": one} for one in state.get("publications") or ()], epoch)
        is_missed = bool(state.get("was_recovering")) and not state.get("recovered")
        is_new = self._position is None or is_missed
        yield from self._arrived(is_missed, f"{epoch}:{state.get('offset', 0)}" if is_new else None)

    def _refuse(self, error: dict[str, Any], is_fresh: bool) -> None:
        code = int(error.get("code", 0))
        is_passing = error.get("temporary") or code in (100, 109, 112)
        if is_fresh and not is_passing:
            raise SubscriptionClosed(str(error.get("message", "")), code)
        raise Retry

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
            raise ChangesMissed(self._name, self._position)

    # A connection is broken off where another user signs in. One that was not open yet could not be.
    def _insist_on(self, user: Any) -> None:
        if self._user() != user:
            raise Retry

    def _user(self) -> Any:
        session = self._server.session.get()
        return session and session.user.get("id")
