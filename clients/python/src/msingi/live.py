"""Live changes: what subscribers receive."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypedDict, TypeVar

R = TypeVar("R")

ChangeType = Literal["INSERT", "UPDATE", "DELETE"]
Transport = Literal["auto", "websocket", "sse"]
Status = Literal["connecting", "live", "reconnecting", "gap", "closed"]
"""Status is the state of a subscription. `gap` says that changes may be missing: read the rows again. `reconnecting` comes
with the error, if there is one. `closed` is the end; an error comes with it unless the subscription was unsubscribed."""

StatusListener = Callable[[Status, "Exception | None"], object]
PositionListener = Callable[[str], object]


class LiveOptions(TypedDict, total=False):
    """LiveOptions say which changes are followed, and how."""

    events: Collection[ChangeType] | None
    """events are the types to follow; all by default."""
    transport: Transport
    after: str | None
    """after is a stored position, behind which they go on; by default they begin now."""
    on_position: PositionListener | None
    """on_position is told where to go on later, to be stored: once the subscription is live, and behind each change that
    has been handled. A change whose callback fails ends the subscription: the next one `after` that position gets it."""
    filter: str | None
    """filter has filters of the data API, which the row has to pass: `board_id.eq.42`."""
    on_status: StatusListener | None


@dataclass(slots=True)
class Change(Generic[R]):
    """Change is one event of one row."""

    id: str
    type: ChangeType
    table: str
    project_id: str
    record: R
    """record is the new row; for a DELETE, the deleted one."""
    old_record: R | None
    """old_record is the row before an UPDATE, if the user was allowed to see it."""
    created_at: datetime.datetime
    position: str
    """position is where this change stands: `after=` it goes on with the next one."""


RoomEventType = Literal["message", "join", "leave"]


@dataclass(frozen=True, slots=True)
class Member:
    """Member is a client of a channel, and who it is: `user:{id}`, `project:{id}` or `account:{id}`."""

    client: str
    user: str


@dataclass(frozen=True, slots=True)
class RoomEvent:
    """RoomEvent is a message of a channel, or a client that came or went."""

    type: RoomEventType
    client: str
    user: str
    data: Any = None
    """data is what was sent with a message."""


@dataclass(frozen=True)
class StatusChange:
    """StatusChange tells of a subscription's new status."""

    status: Status
    error: Exception | None = None


@dataclass(frozen=True)
class Moved:
    """Moved tells of a position behind all that came before."""

    position: str
