"""Users: every way in, second factors, and sessions that are renewed."""

from __future__ import annotations

import asyncio
import base64
import dataclasses
import hmac
import json
import struct
import time
from typing import Any

import pytest
from conftest import PASSWORD, each, end, got, person

from msingi import Msingi, MsingiError, Session, Unauthorized


def code_of(secret: str, step: int = 0) -> str:
    """code_of is what an authenticator app shows."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.digest(key, struct.pack(">Q", int(time.time()) // 30 + step), "sha1")
    at = digest[-1] & 15
    return str((struct.unpack(">I", digest[at : at + 4])[0] & 0x7FFFFFFF) % 10**6).zfill(6)


def expire(store: dict[str, str], **tokens: str) -> None:
    """expire changes the tokens of a stored session; by default the access token is over."""
    [key] = [key for key in store if key.startswith("msingi.session.")]
    session = json.loads(store[key])
    session["tokens"].update(tokens or {"access_token_expires_at": "2020-01-01T00:00:00.000Z"})
    store[key] = json.dumps(session)


async def test_a_user_signs_up_out_and_in(create: Any, name: str) -> None:
    client = create(key="publishable")
    told: list[Any] = []
    client.auth.on_change(lambda session: told.append(session.user["email"] if session else None))
    signed_up = await got(client.auth.sign_up(**person(name)))
    assert not signed_up.email_verification_required
    assert client.auth.session.user["id"] == signed_up.user["id"]
    row = await got(client.table("books").insert({"title": name, "user_id": signed_up.user["id"]}))
    assert row["title"] == name
    await got(client.auth.sign_out())
    assert told[-1] is None
    signed_in = await got(client.auth.sign_in(email=person(name)["email"], password=PASSWORD))
    assert signed_in.user["id"] == signed_up.user["id"]
    assert told == [person(name)["email"], None, person(name)["email"]]
    with pytest.raises(Unauthorized) as refused:
        await got(client.auth.sign_in(email=person(name)["email"], password="wrong horse 1"))
    assert not refused.value.challenged
    assert client.auth.session is not None


async def test_a_list_that_a_user_began_is_not_read_on_as_nobody(create: Any, name: str) -> None:
    client = create(key="publishable")
    user = (await got(client.auth.sign_up(**person(name)))).user
    rows = [{"title": f"{name} {n}", "user_id": user["id"]} for n in range(2)]
    await got(client.table("books").insert_many(rows))
    with pytest.raises(Unauthorized, match="since this began"):
        async for _ in each(client.table("books").like("title", f"{name} *").limit(1)):
            await got(client.auth.sign_out())


async def test_codes_by_phone_and_mail(create: Any, site: dict[str, str], writer: Msingi, name: str) -> None:
    client = create(key="publishable")
    phone = person(name)["phone"]
    code = (await got(client.auth.request_otp(phone)))["otp_code"]
    assert (await got(client.auth.verify_otp(phone=phone, code=code, full_name="Neema"))).user["phone"] == phone
    await got(client.auth.sign_out())
    with pytest.raises(MsingiError):
        await got(client.auth.verify_magic_link(email=f"{name}@example.com", code="000000"))
    await got(client.auth.request_magic_link(f"{name}@example.com", create_user=True, full_name="Neema"))
    await got(client.auth.request_password_reset(f"{name}@example.com"))
    with pytest.raises(MsingiError):
        await got(
            client.auth.confirm_password_reset(
                email=f"{name}@example.com", code="000000", new_password="better horse 2"
            )
        )
    with pytest.raises(MsingiError):
        await got(client.auth.verify_email(token="nothing"))
    await got(client.auth.request_email_verification(f"{name}@example.com"))


async def test_an_anonymous_user_is_upgraded(create: Any, name: str) -> None:
    client = create(key="publishable")
    anonymous = (await got(client.auth.sign_in_anonymously())).user
    tokens = client.auth.session.tokens
    user = await got(client.auth.upgrade(**person(name)))
    assert (user["id"], user["email"]) == (anonymous["id"], person(name)["email"])
    assert client.auth.session.tokens.refresh_token != tokens.refresh_token
    assert client.auth.session.user == user


async def test_a_second_factor_is_asked_for(create: Any, name: str) -> None:
    client = create(key="publishable")
    await got(client.auth.sign_up(**person(name)))
    factor = await got(client.auth.factors.enrol(name="Phone", current_password=PASSWORD))
    # Each code works once, and so does that of the step before and after.
    active = await got(client.auth.factors.activate(factor["id"], code=code_of(factor["secret"], -1)))
    assert len(active["recovery_codes"]) == 10
    assert [one["name"] for one in await got(client.auth.factors.list())] == ["Phone"]
    await got(client.auth.sign_out())
    signed_in = await got(client.auth.sign_in(email=person(name)["email"], password=PASSWORD))
    assert signed_in.user is None
    assert client.auth.session is None
    mfa_token = signed_in.challenge.mfa_token
    assert mfa_token not in repr(signed_in)
    done = await got(client.auth.verify_factor(mfa_token=mfa_token, code=code_of(factor["secret"])))
    assert done.user["email"] == person(name)["email"]
    codes = await got(client.auth.factors.renew_recovery_codes(code=code_of(factor["secret"], 1)))
    await got(client.auth.factors.remove(factor["id"], code=codes[0]))
    assert await got(client.auth.factors.list()) == []


@pytest.mark.parametrize("change", [{}, {"access_token": "no.such.token"}])
async def test_a_session_is_renewed_before_its_end_and_where_it_is_challenged(
    create: Any, name: str, change: dict[str, str]
) -> None:
    store: dict[str, str] = {}
    client = create(key="publishable", store=store)
    await got(client.auth.sign_up(**person(name)))
    before = client.auth.session.tokens
    expire(store, **change)
    await got(client.table("books").limit(1).execute())
    after = client.auth.session.tokens
    assert before.refresh_token != after.refresh_token
    # What the server no longer accepts ends the session, and is done as nobody else.
    expire(store, access_token="no.such.token", refresh_token="no such token")
    with pytest.raises(Unauthorized):
        await got(client.table("books").limit(1).execute())
    assert client.auth.session is None


async def test_many_calls_at_once_renew_a_session_once(create: Any, name: str, kind: str) -> None:
    store: dict[str, str] = {}
    client = create(key="publishable", store=store)
    await got(client.auth.sign_up(**person(name)))
    renewed: list[str] = []
    keeper = client._server.session
    keep = keeper.set

    def set_session(session: Session) -> None:
        renewed.append(session.tokens.refresh_token)
        keep(session)

    keeper.set = set_session
    expire(store)

    def call() -> Any:
        return client.table("books").limit(1).execute()

    if kind == "async":
        await asyncio.gather(*(call() for _ in range(8)))
    else:
        await asyncio.gather(*(asyncio.to_thread(call) for _ in range(8)))
    assert len(renewed) == 1


class Late(dict[str, str]):
    """Late is a store in which what another process has stored is there a moment later."""

    def __init__(self, other: dict[str, str], after: int) -> None:
        super().__init__(other)
        self.other = other
        self.after = after

    def get(self, key: str, default: Any = None) -> Any:
        self.after -= 1
        if self.after == 0:
            self.update(self.other)
        return super().get(key, default)


async def test_a_session_that_another_process_renewed_goes_on(create: Any, name: str) -> None:
    store: dict[str, str] = {}
    client = create(key="publishable", store=store)
    await got(client.auth.sign_up(**person(name)))
    late = Late(store, after=8)
    expire(late, access_token="no.such.token", refresh_token="spent long ago")
    other = create(key="publishable", store=late)
    await got(other.table("books").limit(1).execute())
    assert other.auth.session.tokens == client.auth.session.tokens


async def test_tokens_are_shown_nowhere(create: Any, site: dict[str, str], name: str) -> None:
    client = create(key="publishable")
    await got(client.auth.sign_up(**person(name)))
    session = client.auth.session
    secrets = [session.tokens.access_token, session.tokens.refresh_token, site["publishable"]]
    with pytest.raises(MsingiError) as refused:
        await got(client.table("nothing").execute())
    failed = create(key="publishable", url="http://127.0.0.1:9", retries=0)
    with pytest.raises(MsingiError) as broken:
        await got(failed.table("books").execute())
    for error in (refused.value, broken.value):
        assert error.__cause__ is None
        assert error.__context__ is None
    shown = repr([session, client, refused.value, broken.value, str(refused.value), vars(broken.value)])
    assert not [secret for secret in secrets if secret in shown]
    assert "token" in str(dataclasses.fields(session.tokens))
    await end(client)


async def test_secret_keys_manage_users(client: Any, name: str) -> None:
    users = client.auth.users
    user = await got(users.create(email=f"{name}@example.com", full_name="Juma", email_verified=True))
    assert (await got(users.get(user["id"])))["full_name"] == "Juma"
    assert (await got(users.update(user["id"], full_name="Juma Ali")))["full_name"] == "Juma Ali"
    assert [one["id"] async for one in each(users.list(search=name, state="active"))] == [user["id"]]
    invited = await got(users.invite(f"{name}2@example.com"))
    await got(users.end_sessions(invited["id"]))
    await got(users.delete(user["id"]))
    assert [one["id"] async for one in each(users.list(search=name))] == [invited["id"]]
