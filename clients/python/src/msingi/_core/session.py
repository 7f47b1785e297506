"""The session of the signed-in user: stored, and renewed before it expires."""

from __future__ import annotations

import base64
import datetime
import re
from collections.abc import Callable, MutableMapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ..errors import Forbidden, Unauthorized
from .effects import Exclusively, Flow, Pause
from .json import dumps, loads

Store = MutableMapping[str, str]
Renew = Callable[[str], Flow[Any]]

# A token that is about to expire could expire before it arrives.
_MARGIN = datetime.timedelta(seconds=20)
# How long another process may take to store what it has renewed.
_ARRIVAL_STEPS, _ARRIVAL_SECONDS = 20, 0.1


@dataclass(frozen=True)
class Tokens:
    """Tokens are the tokens of a session. They are not shown."""

    access_token: str = field(repr=False)
    access_token_expires_at: str
    token_type: str
    refresh_token: str = field(repr=False)
    refresh_token_expires_at: str


@dataclass(frozen=True)
class Session:
    """Session is a signed-in user with their tokens."""

    user: dict[str, Any]
    tokens: Tokens


SessionListener = Callable[["Session | None"], object]


class SessionKeeper:
    """SessionKeeper keeps the session in a store, which other processes may share."""

    def __init__(self, store: Store, project: str) -> None:
        self.store = store
        self._is_shared = type(store) is not dict
        self._name = f"msingi.session.{project}"
        self._device_name = f"msingi.device.{project}"
        self._listeners: list[SessionListener] = []
        self._known: tuple[str | None, Session | None] = (None, None)
        self._untimed: str | None = None

    def get(self) -> Session | None:
        """get returns the session, whose access token may have expired."""
        text = self.store.get(self._name)
        known = self._known
        if text != known[0]:
            self._known = known = (text, _parse(text))
        return known[1]

    def set(self, session: Session | None) -> None:
        """set stores a new session, or removes it, and tells whoever listens if the user is another one."""
        before = _user_id(self.get())
        # If a new token seems to have expired, the clock of this machine is wrong: only the server knows then.
        self._untimed = session.tokens.access_token if session is not None and _is_ending(session) else None
        if session is None:
            self.store.pop(self._name, None)
        else:
            self.store[self._name] = dumps(asdict(session))
        if before != _user_id(session):
            for listener in tuple(self._listeners):
                listener(session)

    def keep_user(self, user: dict[str, Any]) -> dict[str, Any]:
        """keep_user stores what has become of the signed-in user, and returns it."""
        session = self.get()
        if session is not None and _user_id(session) == user.get("id"):
            self.set(Session(user, session.tokens))
        return user

    def listen(self, listener: SessionListener) -> Callable[[], None]:
        """listen calls the listener when another user, or none, is signed in. Returns a function that stops it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def current(self, renew: Renew) -> Flow[Session | None]:
        """current returns a session whose access token is good, or None if nobody is signed in. It raises Unauthorized
        if the session has ended: what a user has begun is not done as nobody."""
        session = self.get()
        if session is None or session.tokens.access_token == self._untimed or not _is_ending(session):
            return session
        if not session.tokens.refresh_token:
            # Whether a token that others renew is over is for the server to say.
            return session
        renewed = yield from self.renew(session, renew)
        if renewed is None or _user_id(renewed) != _user_id(session):
            raise Unauthorized("The session has ended. Sign in again.", status=401)
        return renewed

    def renew(self, spent: Session, renew: Renew) -> Flow[Session | None]:
        """renew returns the session that follows, or None if the server no longer accepts it, which removes it, or if others
        renew it."""
        if not spent.tokens.refresh_token:
            return None
        renewed: Session | None = yield Exclusively(self._exchange(spent, renew))
        return renewed

    def _exchange(self, spent: Session, renew: Renew) -> Flow[Session | None]:
        if self._is_spent(spent):
            return self.get()
        try:
            data = yield from renew(spent.tokens.refresh_token)
        except (Unauthorized, Forbidden):
            # Another process may have renewed it, and not stored it yet.
            for _ in range(_ARRIVAL_STEPS if self._is_shared else 0):
                if self._is_spent(spent):
                    break
                yield Pause(_ARRIVAL_SECONDS)
            if not self._is_spent(spent):
                self.set(None)
            return self.get()
        # Another user may have signed in meanwhile, or this one out: then the renewed session is dropped.
        session = self.get()
        if session is not None and not self._is_spent(spent):
            self.keep_device(data)
            # What has become of the user meanwhile stays.
            self.set(Session(data.get("user") or session.user, tokens_of(data)))
        return self.get()

    def _is_spent(self, session: Session) -> bool:
        now = self.get()
        return now is None or now.tokens.refresh_token != session.tokens.refresh_token

    def identify(self, body: dict[str, Any]) -> dict[str, Any]:
        """identify returns a body with the token of this device, if it has one: attackers who guess passwords and codes
        elsewhere do not lock it out."""
        token = self.store.get(self._device_name)
        return body if token is None else {**body, "device_token": token}

    def keep_device(self, data: object) -> None:
        """keep_device stores the token of this device from an answer that has one. It lasts behind the session."""
        if isinstance(data, dict) and isinstance(token := data.get("device_token"), str):
            self.store[self._device_name] = token


def session_of(access_token: str) -> Session:
    """session_of returns a session of an access token that others renew. Raises ValueError for what is none."""
    try:
        if not re.fullmatch(r"[\w-]+(?:\.[\w-]+){2}", access_token, re.ASCII):
            raise ValueError
        about = loads(base64.urlsafe_b64decode(access_token.split(".")[1] + "=="))
        ends = datetime.datetime.fromtimestamp(int(about["exp"]), datetime.timezone.utc)
        return Session({"id": str(about["sub"])}, Tokens(access_token, ends.isoformat(), "Bearer", "", ""))
    except (ValueError, KeyError, TypeError, OverflowError):
        raise ValueError("This is no access token of a user, which is a JWT, without the word Bearer.") from None


def tokens_of(data: Any) -> Tokens:
    """tokens_of reads the tokens of an answer."""
    tokens = data["tokens"]
    return Tokens(**{name: tokens[name] for name in Tokens.__dataclass_fields__})


def instant(text: str) -> datetime.datetime:
    """instant reads a time as the server writes it."""
    try:
        return datetime.datetime.fromisoformat(text)
    except ValueError:
        # Python 3.10 reads fractions of three or six digits only, and no Z.
        text = re.sub(r"\.(\d+)", lambda found: f".{found[1][:6]:0<6}", text)
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def is_past(text: str, margin: datetime.timedelta = datetime.timedelta()) -> bool:
    """is_past reports whether a time of the server comes within the margin."""
    return instant(text) - datetime.datetime.now(datetime.timezone.utc) <= margin


def _is_ending(session: Session) -> bool:
    return is_past(session.tokens.access_token_expires_at, _MARGIN)


def _user_id(session: Session | None) -> Any:
    return session and session.user.get("id")


# Others may have written anything under this name.
def _parse(text: str | None) -> Session | None:
    try:
        data = loads(text or "null")
        return data and Session(data["user"], tokens_of(data))
    except (ValueError, KeyError, TypeError):
        return None
