"""The client of Msingi: data, files, sign-in and live changes, blocking (`Msingi`) and for asyncio (`AsyncMsingi`)."""

from ._core.effects import Answer
from ._core.session import Session, Tokens
from ._core.shell import Stream, Subscription
from .auth import Challenge, SignedIn, SignedUp
from .client import AsyncMsingi, Msingi
from .errors import (
    ChangesMissed,
    Conflict,
    ConnectionFailed,
    Forbidden,
    InvalidInput,
    MsingiError,
    NotFound,
    QuotaExceeded,
    ServerError,
    SubscriptionClosed,
    Unauthorized,
)
from .live import Change, Member, RoomEvent, Status
from .query import Page
from .rooms import Room
from .storage import SignedUrl
from .tables import Delete, Insert, Outcome, Update

__all__ = [
    "Answer",
    "AsyncMsingi",
    "Challenge",
    "Change",
    "ChangesMissed",
    "Conflict",
    "ConnectionFailed",
    "Delete",
    "Forbidden",
    "Insert",
    "InvalidInput",
    "Member",
    "Msingi",
    "MsingiError",
    "NotFound",
    "Outcome",
    "Page",
    "QuotaExceeded",
    "Room",
    "RoomEvent",
    "ServerError",
    "Session",
    "SignedIn",
    "SignedUp",
    "SignedUrl",
    "Status",
    "Stream",
    "Subscription",
    "SubscriptionClosed",
    "Tokens",
    "Unauthorized",
    "Update",
]
