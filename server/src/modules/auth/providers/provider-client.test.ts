// Invalid and malicious responses of identity providers.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Browser, startProvider } from '#platform/openid/provider.fixture.ts'
import { startTestApp } from '#test/harness.ts'
import { LANDING, type Stage, setStage } from './provider-signin.fixture.ts'

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

describe('a response of the provider', () => {
  test('with another nonce is refused', async () => {
    const url = new URL(await stage.atProvider(browser))
    url.searchParams.set('nonce', 'of another sign-in')
    const back = await browser.signInAt(stage.provider, url.href, stage.newPerson().subject)
    expect(await stage.landed(browser, back)).toEqual({
      error: 'server_error',
      error_description: 'acme returned an invalid response (OAUTH_JWT_CLAIM_COMPARISON_FAILED).',
    })
  })

  test('in the name of another issuer is refused', async () => {
    const back = new URL(await stage.backFor(browser, stage.newPerson().subject))
    expect(back.searchParams.get('iss')).toBe(stage.provider.issuer)
    back.searchParams.set('iss', 'https://other.example')
    expect(await stage.landed(browser, back.href)).toMatchObject({ error: 'server_error' })
  })

  test('with the code of another sign-in is refused by PKCE', async () => {
    const first = new URL(await stage.backFor(browser, stage.newPerson().subject))
    const second = new URL(await stage.backFor(browser, stage.newPerson().subject))
    second.searchParams.set('code', String(first.searchParams.get('code')))
    expect(await stage.landed(browser, second.href)).toEqual({
      error: 'server_error',
      error_description: 'acme rejected the request: invalid_grant.',
    })
  })

  test('signed with an unpublished key is refused', async () => {
    const back = await stage.backFor(browser, stage.newPerson().subject)
    const { keys } = (await (await fetch(`${stage.provider.issuer}/jwks`)).json()) as { keys: object[] }
    const stranger = await startProvider()
    const { keys: others } = (await (await fetch(`${stranger.issuer}/jwks`)).json()) as { keys: object[] }
    const [{ kid }, forged] = [keys[0] as { kid: string }, others[0]]
    stage.provider.override = ({ url }, response) => {
      if (url !== '/jwks') return false
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ keys: [{ ...forged, kid }] }))
      return true
    }
    expect(await stage.landed(browser, back)).toMatchObject({ error: 'server_error' })
    await stranger.stop()
  })

  test('signed with a newly rotated key is accepted', async () => {
    const person = stage.newPerson()
    expect((await stage.signInAs(person.subject)).status).toBe(200)
    await stage.provider.rotateKeys()
    browser = new Browser()
    expect((await stage.signInAs(person.subject)).status).toBe(200)
  })

  test('with access_denied is passed on to the application', async () => {
    const page = await browser.open(await stage.atProvider(browser))
    const { location } = await browser.open(`${page.location}?deny`)
    const { location: back } = await browser.open(location)
    expect(await stage.landed(browser, back)).toEqual({
      error: 'access_denied',
      error_description: 'acme refused the sign-in: They said no.',
    })
  })

  test('that redirects to an internal address, is too large or is not JSON is refused', async () => {
    const answers: [number, Record<string, string>, string][] = [
      [302, { location: 'http://169.254.169.254/' }, ''],
      [200, { 'content-type': 'application/json' }, `{"a": "${'x'.repeat(2_000_000)}"}`],
      [200, { 'content-type': 'text/html' }, '<html>'],
      [200, { 'content-type': 'application/json' }, '[]'],
      [204, {}, ''],
    ]
    for (const [status, headers, body] of answers) {
      const back = await stage.backFor(browser, stage.newPerson().subject)
      stage.provider.override = ({ url }, response) => {
        if (url === '/token') response.writeHead(status, headers).end(body)
        return url === '/token'
      }
      const { error } = await stage.landed(browser, back)
      expect(['server_error', 'temporarily_unavailable'], body.slice(0, 20)).toContain(error)
      stage.provider.override = () => false
    }
  })
})

describe('an unavailable provider', () => {
  test('is reported to the application at both steps, and recovers', async () => {
    const back = await stage.backFor(browser, stage.newPerson().subject)
    stage.provider.override = ({ socket }) => {
      socket.destroy()
      return true
    }
    expect(await stage.landed(browser, back)).toMatchObject({ error: 'temporarily_unavailable' })
    // Its metadata is cached for a minute.
    expect((await browser.open(stage.authorizeUrl())).location).toContain(stage.provider.issuer)
    stage.app.clock.advance(61)
    const page = await browser.open(stage.authorizeUrl())
    expect(page.location).toContain(`${LANDING}?error=temporarily_unavailable&error_description=acme+cannot`)
    stage.provider.override = () => false
    expect((await browser.open(stage.authorizeUrl())).location).toContain(stage.provider.issuer)
  })

  test('is asked for its metadata once, not at every sign-in', async () => {
    stage.app.clock.advance(61)
    const asked = () => stage.provider.requests.filter((path) => path.includes('.well-known')).length
    const before = asked()
    for (let n = 0; n < 3; n++) await browser.open(stage.authorizeUrl())
    expect(asked()).toBe(before + 1)
  })

  test.each([
    ['private', 'https://10.0.0.1'],
    ['metadata', 'http://169.254.169.254'],
    ['loopback-v6', 'http://[::1]:1'],
    ['mapped', 'https://[::ffff:10.0.0.1]'],
    ['decimal', 'https://2130706434'],
  ])('is not called at an internal address (%s)', async (name, issuer) => {
    await stage.addProvider(name)
    // As one that was set where the operator allowed it, or a name that resolves to it.
    await stage.app.platform.clusters.main.admin.query(
      'update msingi_auth.identity_providers set issuer = $2 where name = $1',
      [name, issuer],
    )
    const { location } = await browser.open(stage.authorizeUrl({}, name))
    expect(location).toContain('is+not+an+address+of+the+public+Internet')
  })

  test('is not called at internal addresses from its metadata', async () => {
    await stage.addProvider('inside')
    stage.app.clock.advance(61)
    const inside = 'http://169.254.169.254/latest'
    const { issuer } = stage.provider
    stage.provider.override = ({ url }, response) => {
      if (!url?.includes('.well-known')) return false
      const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: inside, jwks_uri: inside }
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ issuer, ...endpoints, response_types_supported: ['code'] }))
      return true
    }
    const { location } = await browser.open(stage.authorizeUrl())
    const back = await browser.signInAt(stage.provider, location, stage.newPerson().subject)
    const { error_description } = await stage.landed(browser, back)
    expect(error_description).toContain('not an address of the public Internet')
    stage.app.clock.advance(61)
  })

  test('cannot claim to be another issuer', async () => {
    stage.app.clock.advance(61)
    stage.provider.override = ({ url }, response) => {
      if (!url?.includes('.well-known')) return false
      const issuer = 'https://accounts.example'
      const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ issuer, ...endpoints }))
      return true
    }
    const { location } = await browser.open(stage.authorizeUrl())
    expect(location).toContain('error=server_error')
  })
})
