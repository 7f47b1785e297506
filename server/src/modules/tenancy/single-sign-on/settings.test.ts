// The settings of single sign-on: the provider, its domains, and what `required` closes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLIENT } from '#platform/openid/provider.fixture.ts'
import {
  employ,
  organise,
  publish,
  put,
  type Stage,
  setStage,
  signIn,
  tokenOf,
  verify,
} from './sso.fixture.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.stop())

describe('a domain', () => {
  test('counts once its record is in DNS', async () => {
    const acme = await organise()
    const { token, path } = acme
    const added = await stage.app.api('POST', `${path}/domains`, { token, body: { domain: 'New.Example' } })
    expect(added.data).toMatchObject({
      domain: 'new.example',
      verified_at: null,
      record: { type: 'TXT', name: '_msingi.new.example', value: expect.stringMatching(/^msingi-domain=/) },
    })
    const refused = await stage.app.api('POST', `${path}/domains/new.example/verify`, { token })
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('was not found')])
    stage.dns.broken = true
    expect((await stage.app.api('POST', `${path}/domains/new.example/verify`, { token })).status).toBe(503)
    stage.dns.broken = false
    publish('_msingi.new.example', [added.data.record.value])
    expect((await stage.app.api('POST', `${path}/domains/new.example/verify`, { token })).status).toBe(200)
    expect((await stage.app.api('DELETE', `${path}/domains/new.example`, { token })).status).toBe(204)
    expect((await stage.app.api('POST', `${path}/domains/new.example/verify`, { token })).status).toBe(404)
    for (const domain of ['com', 'a b.example', '.example', '-a.example', `${'a'.repeat(64)}.example`])
      expect(
        (await stage.app.api('POST', `${path}/domains`, { token, body: { domain } })).status,
        domain,
      ).toBe(400)
  })

  test('is of one organisation, and moves with its record', async () => {
    const [acme, other] = [await organise(), await organise()]
    expect((await verify(other, acme.domain)).status).toBe(409)
    const name = `_msingi.${acme.domain}`
    const { data } = await stage.app.api('GET', `${other.path}/domains`, { token: other.token })
    const mine = data.find(({ domain }: { domain: string }) => domain === acme.domain)
    publish(name, [mine.record.value])
    const moved = await stage.app.api('POST', `${other.path}/domains/${acme.domain}/verify`, {
      token: other.token,
    })
    expect(moved.status, moved.text).toBe(200)
    expect((await signIn(acme, employ(acme.domain).subject)).status).toBe(403)
    expect((await signIn(other, employ(acme.domain).subject)).status).toBe(200)
  })
})

describe('where it is required', () => {
  async function requireSso() {
    const acme = await organise()
    const person = employ(acme.domain)
    const account = await stage.app.register(person.email)
    const early = await put(acme, { required: true })
    expect([early.status, early.body.message]).toEqual([409, expect.stringContaining('Sign in once')])
    const through = tokenOf(await signIn(acme, person.subject))
    expect((await put(acme, { required: true })).status).toBe(200)
    return { acme, through, password: account.token, path: `/organisations/${acme.id}` }
  }

  test('a password does not reach the organisation, nor a token made with it', async () => {
    const { acme, through, password, path } = await requireSso()
    const refused = await stage.app.api('GET', path, { token: password })
    expect([refused.status, refused.body.details]).toEqual([
      403,
      { reason: 'sso_required', organisation_id: acme.id },
    ])
    const body = { name: 'Shop', organisation_id: acme.id }
    expect((await stage.app.api('POST', '/projects', { token: password, body })).status).toBe(403)
    const { data } = await stage.app.api('GET', '/organisations', { token: password })
    const listed = data.find(({ id }: { id: string }) => id === acme.id)
    expect(listed).toMatchObject({ sso_required: true, permissions: [] })
    expect((await stage.app.api('GET', path, { token: through })).status).toBe(200)
    expect((await stage.app.api('POST', '/projects', { token: through, body })).status).toBe(201)
    const made = async (token: string) =>
      (await stage.app.api('POST', '/me/tokens', { token, body: { name: 'CI' } })).data.token
    expect((await stage.app.api('GET', path, { token: await made(password) })).status).toBe(403)
    expect((await stage.app.api('GET', path, { token: await made(through) })).status).toBe(200)
  })

  test('it holds for new tokens of the session, and not for addresses of other domains', async () => {
    const { acme, path } = await requireSso()
    const person = employ(acme.domain)
    const { data } = await signIn(acme, person.subject)
    const { refresh_token } = data.tokens
    const next = await stage.app.api('POST', '/auth/refresh', { body: { refresh_token } })
    expect((await stage.app.api('GET', path, { token: next.data.tokens.access_token })).status).toBe(200)
    expect((await stage.app.api('GET', path, { token: acme.token })).status).toBe(200)
  })

  test('the provider of another organisation does not do', async () => {
    const { acme, path } = await requireSso()
    const other = await organise()
    const person = employ(other.domain)
    const { data } = await signIn(other, person.subject)
    const token = data.tokens.access_token
    await stage.app.api('POST', `${path}/members`, {
      token: acme.token,
      body: { email: person.email, role: 'admin' },
    })
    expect((await stage.app.api('GET', path, { token })).status).toBe(200)
    await stage.app.platform.clusters.main.admin.query(
      'update platform.accounts set email = $1 where id = $2',
      [`moved@${acme.domain}`, data.user.id],
    )
    expect((await stage.app.api('GET', path, { token })).body.details).toMatchObject({
      reason: 'sso_required',
    })
  })
})

describe('the settings', () => {
  test('are for owners; the secret is sealed and never shown', async () => {
    const acme = await organise()
    const admin = await stage.app.register()
    const members = `/organisations/${acme.id}/members`
    await stage.app.api('POST', members, {
      token: acme.token,
      body: { email: admin.user.email, role: 'admin' },
    })
    const shown = await stage.app.api('GET', acme.path, { token: admin.token })
    expect(shown.data).toMatchObject({
      issuer: stage.provider.issuer,
      has_client_secret: true,
      required: false,
    })
    expect(shown.text).not.toContain(CLIENT.client_secret)
    expect((await put({ ...acme, token: admin.token }, {})).status).toBe(403)
    const { rows } = await stage.app.platform.clusters.main.admin.query(
      'select s::text from platform.organisation_sso s',
    )
    expect(JSON.stringify(rows)).not.toContain(CLIENT.client_secret)
    const log = await stage.app.api('GET', '/audit-logs?action=sso', { token: acme.token })
    expect(log.data.map(({ action }: { action: string }) => action)).toContain('sso.update')
    expect(log.text).not.toContain(CLIENT.client_secret)
  })

  test('keep the secret where it is left out, and refuse nonsense', async () => {
    const acme = await organise()
    const body = { issuer: stage.provider.issuer, client_id: CLIENT.client_id }
    const kept = await stage.app.api('PUT', acme.path, { token: acme.token, body })
    expect(kept.data).toMatchObject({ has_client_secret: true, default_role: 'viewer' })
    expect((await signIn(acme, employ(acme.domain).subject)).status).toBe(200)
    for (const wrong of [
      { issuer: 'x' },
      { issuer: 'http://a/?b' },
      { default_role: 'owner' },
      { client_id: '' },
    ])
      expect((await put(acme, wrong)).status).toBe(400)
  })

  test('lead nowhere but to public addresses', async () => {
    const acme = await organise()
    for (const issuer of ['http://169.254.169.254', 'http://[::1]:4000']) {
      const { status, body } = await put(acme, { issuer })
      expect([status, body.message]).toEqual([400, expect.stringContaining('not an address of the public')])
    }
  })
})
