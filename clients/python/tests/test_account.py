"""What users do with their own account, sign-in with providers, and servers that act as users."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from conftest import KINDS, PASSWORD, end, got, person
from scripted import PROJECT, answer, scripted

from msingi import InvalidInput, NotFound, Unauthorized

LATE = "2099-01-01T00:00:00.000Z"
ENTERED = {
    "user": {"id": "u1"},
    "tokens": {
        "access_token": "a",
        "access_token_expires_at": LATE,
        "token_type": "Bearer",
        "refresh_token": "r",
        "refresh_token_expires_at": LATE,
    },
}


async def test_users_see_and_change_themselves(create: Any, name: str) -> None:
    here, elsewhere = create(key="publishable"), create(key="publishable")
    account = here.auth.account
    for call in (account.get, account.sessions, account.delete, here.auth.factors.list):
        with pytest.raises(Unauthorized, match="Nobody is signed in"):
            await got(call())
    user = (await got(here.auth.sign_up(**person(name)))).user
    await got(elsewhere.auth.sign_in(email=user["email"], password=PASSWORD))
    changed = await got(account.update(full_name="Amina Juma", metadata={"theme": "dark"}))
    assert (changed["full_name"], changed["metadata"]) == ("Amina Juma", {"theme": "dark"})
    assert here.auth.session.user == changed
    assert await got(elsewhere.auth.account.get()) == changed
    assert elsewhere.auth.session.user == changed
    with pytest.raises(InvalidInput):
        await got(account.update(password="another horse 2"))
    sessions = await got(account.sessions())
    assert sorted(one["current"] for one in sessions) == [False, True]
    await got(account.end_session(next(one["id"] for one in sessions if not one["current"])))
    with pytest.raises(Unauthorized):
        await got(elsewhere.table("books").count())
    assert await got(account.identities()) == []
    with pytest.raises(NotFound):
        await got(account.unlink(user["id"]))
    before = here.auth.session.tokens
    assert (await got(here.auth.refresh())).tokens.refresh_token != before.refresh_token
    await got(account.delete())
    assert here.auth.session is None
    assert await got(here.auth.refresh()) is None
    with pytest.raises(Unauthorized):
        await got(here.auth.sign_in(email=user["email"], password=PASSWORD))


async def test_a_server_acts_as_the_users_whose_tokens_it_receives(create: Any, name: str) -> None:
    page, server = create(key="publishable"), create(key="publishable")
    user = (await got(page.auth.sign_up(**person(name)))).user
    token = page.auth.session.tokens.access_token
    acting = server.as_user(token)
    assert (await got(acting.table("books").insert({"title": name})))["title"] == name
    assert (await got(acting.auth.account.get()))["id"] == user["id"]
    assert acting.auth.session.user["email"] == user["email"]
    assert server.auth.session is None
    assert await got(server.table("books").eq("title", name).count()) == 0
    assert token not in repr([acting, acting.auth.session])
    await got(page.auth.sign_out())
    with pytest.raises(Unauthorized):
        await got(acting.table("books").count())
    for wrong in ("", f"Bearer {token}", "a.b.c", token.rpartition(".")[0], f"{token}\n"):
        with pytest.raises(ValueError, match="no access token") as refused:
            server.as_user(wrong)
        assert refused.value.__context__ is None or refused.value.__suppress_context__


async def test_a_token_that_others_renew_is_not_renewed(kind: str) -> None:
    about = base64.urlsafe_b64encode(b'{"sub": "u1", "exp": 1}').rstrip(b"=").decode()
    with scripted(answer(401, www_authenticate="Bearer")) as script:
        client: Any = KINDS[kind](script.url, project=PROJECT, key="k")
        with pytest.raises(Unauthorized):
            await got(client.as_user(f"a.{about}.b").table("books").execute())
        # Whoever acts for a user never has the rights of the key alone.
        acting = client.as_user(f"a.{about}.b")
        acting.auth._session.set(None)
        with pytest.raises(Unauthorized, match="Nobody is signed in"):
            await got(acting.table("books").execute())
        assert [headers["authorization"] for _, _, headers, _ in script.requests] == [f"Bearer a.{about}.b"]
        await end(client)


async def test_a_sign_in_with_a_provider_comes_back_to_the_store_that_began_it(kind: str) -> None:
    known = {f"msingi.device.{PROJECT}": "a device that has signed in before"}
    store: dict[str, str] = {f"msingi.verifiers.{PROJECT}": "what others wrote", **known}
    landing = "https://app.example/in?next=%2Fcart"
    with scripted(answer(200, ENTERED)) as script:
        client: Any = KINDS[kind](script.url, project=PROJECT, key="k", store=store)
        started = [await got(client.auth.start_provider_sign_in("acme", redirect_to=landing)) for _ in range(7)]
        landed, stored = [], str(store)
        for address in started:
            query = parse_qs(urlsplit(address).query)
            assert urlsplit(address).path == f"/api/v1/projects/{PROJECT}/auth/providers/acme/authorize"
            [back], [method] = query["redirect_to"], query["code_challenge_method"]
            assert (back.startswith(f"{landing}&"), method) == (True, "S256")
            landed.append((f"{back}&code=c0de", query["code_challenge"][0]))
        other: Any = KINDS[kind](script.url, project=PROJECT, key="k")
        refused = [(other, landed[6][0]), (client, landed[0][0]), (client, f"{landing}&code=c0de"), (client, landing)]
        for one, address in refused:
            with pytest.raises(InvalidInput):
                await got(one.auth.finish_provider_sign_in(address))
        failed = f"{landing}&error=access_denied&error_description=Not+now"
        with pytest.raises(InvalidInput, match="Not now") as denied:
            await got(client.auth.finish_provider_sign_in(failed))
        assert (denied.value.code, script.requests) == ("access_denied", [])
        for address, challenge in landed[2:]:
            assert (await got(client.auth.finish_provider_sign_in(address))).user == {"id": "u1"}
            body = json.loads(script.requests[-1][3])
            assert body.pop("code") == "c0de"
            [verifier] = body.values()
            digest = hashlib.sha256(verifier.encode()).digest()
            assert base64.urlsafe_b64encode(digest).decode() == f"{challenge}="
            assert verifier in stored
            with pytest.raises(InvalidInput, match="not begun here"):
                await got(client.auth.finish_provider_sign_in(address))
        assert set(store) == {f"msingi.session.{PROJECT}", *known}
        await end(client)
