// Signing in with an organisation's provider: who comes in, and who does not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '#platform/openid/provider.fixture.ts'
import { heldUp } from '#test/held-up.ts'
import {
  authorizeUrl,
  codeFor,
  employ,
  organise,
  pair,
  put,
  redeem,
  type Stage,
  setStage,
  signIn,
  tokenOf,
} from './sso.fixture.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.stop())

describe('a person of a verified domain', () => {
  test('becomes a member with the default role, and is the same account the next time', async () => {
    const acme = await organise()
    const person = employ(acme.domain)
    const first = await signIn(acme, person.subject)
    expect(first.status, first.text).toBe(200)
    expect(first.data.user).toMatchObject({ email: person.email, full_name: person.name })
    const { data } = await stage.app.api('GET', `/organisations/${acme.id}`, { token: tokenOf(first) })
    expect(data).toMatchObject({ role: 'developer', sso_required: false })
    const again = await signIn(acme, person.subject)
    expect(again.data.user.id).toBe(first.data.user.id)
    const log = await stage.app.api('GET', '/audit-logs?action=sso.link', { token: acme.token })
    expect(log.data).toHaveLength(1)
    expect(log.data[0]).toMatchObject({
      actor: `dashboard:${first.data.user.id}`,
      details: { issuer: stage.provider.issuer, account_created: true, member_added: true },
    })
  })

  test('comes in with the account locked before the identity, and the organisation before both', async () => {
    const acme = await organise()
    const person = employ(acme.domain)
    const { user } = (await signIn(acme, person.subject)).data
    const known = await codeFor(acme, person.subject)
    const identity = ['from platform.sso_identities where account_id = $1', user.id] as const
    const account = ['from platform.accounts where id = $1', user.id] as const
    const again = await heldUp(stage.app, { first: account, later: [identity] }, () =>
      redeem(known.code, known.verifier),
    )
    expect(again.status, again.text).toBe(200)
    const other = employ(acme.domain)
    const registered = await stage.app.register(other.email)
    const unknown = await codeFor(acme, other.subject)
    const organisation = ['from platform.organisations where id = $1', acme.id] as const
    const later = [['from platform.accounts where id = $1', registered.user.id]] as const
    const first = await heldUp(stage.app, { first: organisation, later }, () =>
      redeem(unknown.code, unknown.verifier),
    )
    expect(first.status, first.text).toBe(200)
  })

  test('is found by the address, and comes back to a program on their machine', async () => {
    const acme = await organise()
    const person = employ(acme.domain)
    const { verifier, challenge } = pair()
    const query = { email: `Anybody@${acme.domain.toUpperCase()}`, code_challenge: challenge }
    const browser = new Browser()
    const begun = await browser.open(
      authorizeUrl({ ...query, redirect_to: 'http://127.0.0.1:4000/done?a=b' }),
    )
    const page = await browser.open(await browser.signInAt(stage.provider, begun.location, person.subject))
    const landed = new URL(page.location)
    expect(landed.href).toMatch(/^http:\/\/127\.0\.0\.1:4000\/done\?a=b&code=/)
    expect((await redeem(String(landed.searchParams.get('code')), verifier)).status).toBe(200)
  })

  test('is linked to the account with their address, whose role stays', async () => {
    const acme = await organise()
    const person = employ(acme.domain)
    const account = await stage.app.register(person.email)
    const members = `/organisations/${acme.id}/members`
    await stage.app.api('POST', members, { token: acme.token, body: { email: person.email, role: 'viewer' } })
    const { data } = await signIn(acme, person.subject)
    expect(data.user.id).toBe(account.user.id)
    const shown = await stage.app.api('GET', `/organisations/${acme.id}`, { token: data.tokens.access_token })
    expect(shown.data.role).toBe('viewer')
  })

  test('gets the session in a cookie of the browser, but not on the page of another site', async () => {
    const acme = await organise()
    const { code, verifier } = await codeFor(acme, employ(acme.domain).subject)
    const cookie = { 'x-msingi-session': 'cookie' }
    const foreign = await redeem(code, verifier, { ...cookie, origin: 'https://elsewhere.example' })
    expect(foreign.status).toBe(403)
    const { status, text, headers } = await redeem(code, verifier, cookie)
    expect(status, text).toBe(200)
    expect(text).not.toContain('refresh_token"')
    expect(headers['set-cookie']).toMatch(/^msingi_session=[\w-]{43}; .*HttpOnly; SameSite=Strict/)
  })

  test('is not let in again by signing in once they were removed', async () => {
    const acme = await organise()
    const person = employ(acme.domain)
    const { data } = await signIn(acme, person.subject)
    await stage.app.api('DELETE', `/organisations/${acme.id}/members/${data.user.id}`, { token: acme.token })
    expect((await signIn(acme, person.subject)).status).toBe(403)
  })

  test('keeps their account when the address changes at the provider', async () => {
    const acme = await organise()
    const person = employ(acme.domain)
    const { data } = await signIn(acme, person.subject)
    stage.provider.people.set(person.subject, { ...person, email: `married@${acme.domain}` })
    expect((await signIn(acme, person.subject)).data.user).toMatchObject({
      id: data.user.id,
      email: person.email,
    })
  })
})

describe('nobody comes in', () => {
  test('with an address outside of the verified domains, and no account is touched or made', async () => {
    const acme = await organise()
    const victim = await stage.app.register('victim@elsewhere.example')
    for (const email of [victim.user.email, 'nobody@elsewhere.example', `x@sub.${acme.domain}`]) {
      const refused = await signIn(acme, employ(acme.domain, { email }).subject)
      expect([refused.status, refused.body.message]).toEqual([
        403,
        expect.stringContaining('not a verified domain'),
      ])
    }
    const added = await stage.app.api('POST', `${acme.path}/domains`, {
      token: acme.token,
      body: { domain: 'elsewhere.example' },
    })
    expect(added.data.verified_at).toBeNull()
    expect((await signIn(acme, employ('elsewhere.example').subject)).status).toBe(403)
    const { rows } = await stage.app.platform.clusters.main.admin.query(
      "select email from platform.accounts where email like '%elsewhere.example'",
    )
    expect(rows).toEqual([{ email: victim.user.email }])
  })

  test('without an address, or with one that the provider denies', async () => {
    const acme = await organise()
    stage.provider.people.set('nameless', { name: 'Nameless' })
    expect((await signIn(acme, 'nameless')).body.message).toContain('needs the claim email')
    const denied = employ(acme.domain, { email_verified: false })
    expect((await signIn(acme, denied.subject)).body.message).toContain('not verified at the provider')
  })

  test('by the code of another sign-in, twice, or without the verifier', async () => {
    const acme = await organise()
    const { subject } = employ(acme.domain)
    const { code, verifier } = await codeFor(acme, subject)
    expect((await redeem(code, pair().verifier)).status).toBe(401)
    expect((await redeem(code, verifier)).status).toBe(401)
    const second = await codeFor(acme, subject)
    expect((await redeem(second.code, second.verifier)).status).toBe(200)
    expect((await redeem(second.code, second.verifier)).status).toBe(401)
    const late = await codeFor(acme, subject)
    stage.app.clock.advance(121)
    expect((await redeem(late.code, late.verifier)).status).toBe(401)
  })

  test('in another browser, or at the callback of another organisation', async () => {
    const [acme, other] = [await organise(), await organise()]
    const { subject } = employ(acme.domain)
    expect((await codeFor(acme, subject, { other: new Browser() })).page.status).toBe(400)
    const browser = new Browser()
    const { challenge } = pair()
    const begun = await browser.open(authorizeUrl({ organisation_id: acme.id, code_challenge: challenge }))
    const back = await browser.signInAt(stage.provider, begun.location, subject)
    expect((await browser.open(back.replace(acme.id, other.id))).status).toBe(400)
  })

  test('through a provider that was replaced or removed meanwhile', async () => {
    const acme = await organise()
    const { code, verifier } = await codeFor(acme, employ(acme.domain).subject)
    await put(acme, { issuer: 'https://accounts.example' })
    expect((await redeem(code, verifier)).status).toBe(403)
    await put(acme, {})
    const next = await codeFor(acme, employ(acme.domain).subject)
    await stage.app.api('DELETE', acme.path, { token: acme.token })
    expect((await redeem(next.code, next.verifier)).status).toBe(404)
  })

  test.each([
    'https://evil.example/',
    '//evil.example/',
    'http://127.0.0.1.evil.example/',
    'https://localhost/',
    'javascript:alert(1)',
    'http://user@127.0.0.1/',
  ])('to %s', async (redirect_to) => {
    const acme = await organise()
    const query = { organisation_id: acme.id, code_challenge: pair().challenge, redirect_to }
    expect((await new Browser().open(authorizeUrl(query))).status).toBe(400)
  })

  test('where the person says no, and the console learns why', async () => {
    const acme = await organise()
    const browser = new Browser()
    const query = {
      organisation_id: acme.id,
      code_challenge: pair().challenge,
      redirect_to: '/console/sign-in',
    }
    const begun = await browser.open(authorizeUrl(query))
    const asked = await browser.open(begun.location)
    const denied = await browser.open(`${asked.location}?deny`)
    const back = await browser.open((await browser.open(denied.location)).location || denied.location)
    const { origin, pathname, searchParams } = new URL(back.location)
    expect([origin, pathname]).toEqual([stage.base, '/console/sign-in'])
    expect(searchParams.get('error')).toBe('access_denied')
  })
})
