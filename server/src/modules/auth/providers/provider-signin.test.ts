// Sign-in with a real identity provider: redirect, callback, and the exchange of the code for tokens.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#app'
import { statusOf } from '#modules/auth/auth.fixture.ts'
import { Browser, CLIENT } from '#platform/openid/provider.fixture.ts'
import { startTestApp } from '#test/harness.ts'
import { challengePair, LANDING, type Stage, setStage } from './provider-signin.fixture.ts'

let stage: Stage
let browser: Browser
beforeAll(async () => {
  stage = await setStage(await startTestApp({ internalNetworks: ['127.0.0.1/32'] }))
})
afterAll(() => stage.stop())
beforeEach(() => {
  browser = new Browser()
  stage.provider.override = () => false
})

describe('a complete sign-in', () => {
  test("creates a user from the provider's claims, and signs them in", async () => {
    const { subject, email, name } = stage.newPerson()
    const { verifier, challenge } = challengePair()
    const query = { code_challenge: challenge, code_challenge_method: 'S256' }
    const code = await stage.codeFor(subject, query)
    const answer = await stage.redeem({ code, code_verifier: verifier })
    expect(answer.status, answer.text).toBe(200)
    const { user, tokens } = answer.data
    expect(user).toMatchObject({ email, full_name: name, phone: null, is_active: true, email_verified: true })
    expect(await statusOf(stage.app, tokens.access_token)).toBe(200)
    const refreshed = await stage.app.api('POST', stage.below('/refresh'), {
      key: stage.project.publishable,
      body: { refresh_token: tokens.refresh_token },
    })
    expect(refreshed.status).toBe(200)
  })

  test('finds the same user the next time by subject, not by address', async () => {
    const { subject } = stage.newPerson()
    const { user } = (await stage.signInAs(subject)).data
    stage.provider.people.set(subject, { email: 'moved@example.com', email_verified: true, name: 'Renamed' })
    browser = new Browser()
    const again = await stage.signInAs(subject)
    expect(again.data.user).toEqual(user)
    const { data } = await stage.app.api('GET', stage.below(`/users/${user.id}/identities`), {
      token: again.data.tokens.access_token,
    })
    expect(data).toMatchObject([
      { provider: 'acme', issuer: stage.provider.issuer, subject, email: 'moved@example.com' },
    ])
  })

  test('returns to an app, and keeps the query of the address', async () => {
    const { subject } = stage.newPerson()
    const redirect_to = 'myapp://signed-in?from=basket&code=old'
    const back = await stage.backFor(browser, subject, { redirect_to })
    const { location } = await browser.open(back)
    expect(location).toMatch(/^myapp:\/\/signed-in\?from=basket&code=[\w-]{43}$/)
  })

  test('sends PKCE, state and nonce to the provider, and deletes its cookie', async () => {
    const url = new URL(await stage.atProvider(browser))
    const sent = Object.fromEntries(url.searchParams)
    const random = expect.stringMatching(/^[\w-]{43}$/)
    expect(sent).toEqual({
      client_id: CLIENT.client_id,
      redirect_uri: `${stage.base}/api/v1${stage.below('/providers/acme/callback')}`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      ...{ state: random, nonce: random, code_challenge: random },
    })
    expect(browser.cookiesOf(stage.base)).toHaveLength(1)
    await browser.open(await browser.signInAt(stage.provider, url.href, stage.newPerson().subject))
    expect(browser.cookiesOf(stage.base)).toEqual([])
  })

  test('keeps secrets and tokens out of every URL and header, and stores only digests', async () => {
    const first = await browser.open(stage.authorizeUrl())
    expect(first.headers.get('set-cookie')).toMatch(/; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
    expect(first.headers.get('cache-control')).toBe('no-store')
    const back = await browser.signInAt(stage.provider, first.location, stage.newPerson().subject)
    const { location, headers, text } = await browser.open(back)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    const code = String(new URL(location).searchParams.get('code'))
    const state = String(new URL(first.location).searchParams.get('state'))
    expect(`${location}${text}`).not.toMatch(/eyJ/)
    const { admin } = stage.app.platform.clusters.main
    const { rows } = await admin.query(
      `select c::text as row from msingi_auth.provider_codes c
       union all select s::text from msingi_auth.provider_states s`,
    )
    const kept = rows.map(({ row }) => row).join()
    const path = `/projects/${stage.project.id}/request-logs`
    const log = (await stage.app.api('GET', path, { token: stage.project.token })).text
    expect(log).toContain('/callback?')
    const cameWith = String(new URL(back).searchParams.get('code'))
    for (const secret of [code, state, cameWith, CLIENT.client_secret]) {
      expect(`${kept}${log}`).not.toContain(secret)
    }
  })

  test('uses a __Host- cookie with TLS', async () => {
    const { config, keys, clusters, log } = stage.app.platform
    const options = { keys, log, clock: stage.app.clock, database: clusters.main.adminConfig(), work: false }
    const node = await createApp({ ...options, config: { ...config, publicUrl: 'https://api.example/' } })
    try {
      const url = stage.authorizeUrl().slice(stage.base.length)
      const { headers } = await node.app.inject({ method: 'GET', url })
      expect(headers['set-cookie']).toMatch(/^__Host-msingi-signin-[\w-]{16}=.*; SameSite=Lax; Secure$/)
      const callback = new URL(String(headers.location)).searchParams.get('redirect_uri')
      expect(callback).toBe(`https://api.example/api/v1${stage.below('/providers/acme/callback')}`)
    } finally {
      await node.close()
    }
  })
})

describe('redirect_to', () => {
  test.each([
    'https://evil.example/signed-in',
    'https://app.example/signed-in/more',
    'https://app.example/',
    'http://app.example/signed-in',
    'https://app.example:8443/signed-in',
    'https://app.example@evil.example/signed-in',
    'https://app.example.evil.example/signed-in',
    'https://user@app.example/signed-in',
    'https://app.example/signed-in/../other',
    'https://app.example/signed-in#code',
    '//app.example/signed-in',
    'javascript:alert(1)',
    'myapp://other',
    '',
  ])('%s is refused', async (redirect_to) => {
    const page = await browser.open(stage.authorizeUrl({ redirect_to }))
    expect([page.status, page.location]).toEqual([400, ''])
  })

  test('is refused while the project lists no addresses', async () => {
    const other = await stage.app.createProject()
    const body = { name: 'acme', issuer: stage.provider.issuer, ...CLIENT }
    await stage.app.api('POST', `/projects/${other.id}/auth/providers`, { token: other.token, body })
    const path = `/projects/${other.id}/auth/providers/acme/authorize`
    const answer = await stage.app.api('GET', `${path}?redirect_to=${LANDING}`)
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('redirect_urls')])
  })
})

describe('a state', () => {
  test('works once', async () => {
    const back = await stage.backFor(browser, stage.newPerson().subject)
    const cookies = new Browser()
    expect((await cookies.open(back)).status).toBe(400)
    expect(await stage.landed(browser, back)).toHaveProperty('code')
    expect((await browser.open(back)).status).toBe(400)
  })

  test('is refused in another browser, and stays usable in the first', async () => {
    const back = await stage.backFor(browser, stage.newPerson().subject)
    const victim = new Browser()
    // The other browser is in the middle of its own sign-in.
    await victim.open(stage.authorizeUrl())
    const page = await victim.open(back)
    expect([page.status, page.location]).toEqual([400, ''])
    expect(await stage.landed(browser, back)).toHaveProperty('code')
  })

  test('that is unknown or changed is refused', async () => {
    const back = await stage.backFor(browser, stage.newPerson().subject)
    for (const state of ['x', randomBytes(32).toString('base64url'), '%00', 'é']) {
      const url = back.replace(/state=[^&]+/, `state=${state}`)
      expect((await browser.open(url)).status, state).toBe(400)
    }
    expect((await browser.open(back.replace(/state=[^&]+&?/, ''))).status).toBe(400)
    expect((await browser.open(`${back}&state=twice`)).status).toBe(400)
  })

  test('expires after ten minutes, to the second', async () => {
    const first = await stage.backFor(browser, stage.newPerson().subject)
    stage.app.clock.advance(599)
    expect(await stage.landed(browser, first)).toHaveProperty('code')
    const second = await stage.backFor(browser, stage.newPerson().subject)
    stage.app.clock.advance(600)
    expect((await browser.open(second)).status).toBe(400)
    const begun = await stage.app.platform.clusters.main.admin.query(
      'select from msingi_auth.provider_states',
    )
    await stage.atProvider(browser)
    const now = await stage.app.platform.clusters.main.admin.query('select from msingi_auth.provider_states')
    expect(now.rowCount).toBeLessThanOrEqual(Number(begun.rowCount))
  })

  test('works for one provider of one project', async () => {
    await stage.addProvider('other')
    const back = await stage.backFor(browser, stage.newPerson().subject)
    expect((await browser.open(back.replace('/acme/', '/other/'))).status).toBe(400)
    const stranger = await stage.app.createProject()
    const body = { name: 'acme', issuer: stage.provider.issuer, ...CLIENT }
    await stage.app.api('POST', `/projects/${stranger.id}/auth/providers`, { token: stranger.token, body })
    expect((await browser.open(back.replace(stage.project.id, stranger.id))).status).toBe(400)
    expect(await stage.landed(browser, back)).toHaveProperty('code')
  })
})
