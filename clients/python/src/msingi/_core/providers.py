"""Sign-in with an identity provider: authorization code with PKCE, whose verifier never leaves the session store."""

from __future__ import annotations

import base64
import hashlib
import secrets
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

from ..errors import InvalidInput
from .http import segment
from .json import dumps, loads
from .session import Store

# Several sign-ins may have begun; the oldest are forgotten.
_MOST_ATTEMPTS = 5
_ATTEMPT = "msingi_sign_in"

Attempts = list[tuple[str, str]]


class ProviderSignIns:
    """ProviderSignIns makes the address to open, and keeps the verifier until the browser is back."""

    def __init__(self, store: Store, project: str, address: str) -> None:
        self._store = store
        self._name = f"msingi.verifiers.{project}"
        self._address = address

    def begin(self, provider: str, redirect_to: str) -> str:
        """begin returns the address that the browser has to open."""
        attempt, verifier = secrets.token_urlsafe(9), secrets.token_urlsafe(32)
        self._keep([*self._attempts(), (attempt, verifier)][-_MOST_ATTEMPTS:])
        digest = hashlib.sha256(verifier.encode()).digest()
        query = {
            "redirect_to": _with_attempt(redirect_to, attempt),
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        }
        return f"{self._address}/providers/{segment(provider)}/authorize?{urlencode(query)}"

    def proof_of(self, landed: str) -> dict[str, str]:
        """proof_of returns what `POST /auth/token` takes, of the address that the browser came back to. Raises
        InvalidInput if the sign-in has failed, or was not begun with this store."""
        query = parse_qs(urlsplit(landed).query)
        code, attempt = query.get("code"), query.get(_ATTEMPT)
        if code is None:
            [error] = query.get("error", [None])[:1]
            [message] = query.get("error_description", [error])[:1]
            raise InvalidInput(message or "The address has no code of a sign-in.", status=400, code=error)
        for known, verifier in self._attempts():
            if attempt is not None and known == attempt[0]:
                return {"code": code[0], "code_verifier": verifier}
        raise InvalidInput("This sign-in was not begun here. Begin again with start_provider_sign_in.", status=400)

    def forget(self, proof: dict[str, str]) -> None:
        """forget drops an attempt whose proof the server has taken."""
        self._keep([one for one in self._attempts() if one[1] != proof["code_verifier"]])

    # Others may have written anything under this name.
    def _attempts(self) -> Attempts:
        try:
            return [(str(attempt), str(verifier)) for attempt, verifier in loads(self._store.get(self._name) or "[]")]
        except (ValueError, TypeError):
            return []

    def _keep(self, attempts: Attempts) -> None:
        if attempts:
            self._store[self._name] = dumps(attempts)
        else:
            self._store.pop(self._name, None)


def _with_attempt(address: str, attempt: str) -> str:
    parts = urlsplit(address)
    query = [*parse_qsl(parts.query, keep_blank_values=True), (_ATTEMPT, attempt)]
    return parts._replace(query=urlencode(query)).geturl()
