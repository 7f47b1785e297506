// Refused single sign-ons in the audit log of the organisation.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '#platform/openid/provider.fixture.ts'
import {
  authorizeUrl,
  codeFor,
  employ,
  type Organisation,
  organise,
  pair,
  put,
  redeem,
  type Stage,
  setStage,
  signIn,
} from './sso.fixture.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage.stop())

const refusalsOf = async ({ id, token }: Organisation) => {
  const path = `/audit-logs?organisation_id=${id}&action=account.sign_in_failed`
  const { data } = await stage.app.api('GET', path, { token })
  return data as { details: { reason: string } }[]
}

test('who the provider proves and the organisation refuses is named by their identity', async () => {
  const acme = await organise()
  const stranger = employ(acme.domain, { email: 'somebody@elsewhere.example' })
  const refused = await signIn(acme, stranger.subject)
  expect(refused.body.details).toEqual({ reason: 'domain_not_verified' })
  const denied = employ(acme.domain, { email_verified: false })
  expect((await signIn(acme, denied.subject)).status).toBe(403)
  const [second, first, ...others] = await refusalsOf(acme)
  expect(others).toEqual([])
  expect(first).toMatchObject({
    ...{ actor: 'anonymous', credential: 'none', address: '127.0.0.1', target: stranger.subject },
    request_id: refused.headers['x-request-id'],
    details: {
      methods: ['sso'],
      reason: 'domain_not_verified',
      issuer: stage.provider.issuer,
      subject: stranger.subject,
      email: stranger.email,
    },
  })
  expect(second).toMatchObject({ details: { reason: 'email_not_verified', subject: denied.subject } })
  const outsider = await organise()
  expect(await refusalsOf(outsider)).toEqual([])
})

test('who has come in before is named by their account', async () => {
  const acme = await organise()
  const person = employ(acme.domain)
  const { data } = await signIn(acme, person.subject)
  await stage.app.api('DELETE', `/organisations/${acme.id}/members/${data.user.id}`, { token: acme.token })
  expect((await signIn(acme, person.subject)).status).toBe(403)
  expect(await refusalsOf(acme)).toMatchObject([
    { actor: `dashboard:${data.user.id}`, target: data.user.id, details: { reason: 'not_a_member' } },
  ])
})

test('a stolen code, and a provider that was replaced or removed meanwhile', async () => {
  const acme = await organise()
  const { subject } = employ(acme.domain)
  const stolen = await codeFor(acme, subject)
  expect((await redeem(stolen.code, pair().verifier)).status).toBe(401)
  const replaced = await codeFor(acme, subject)
  await put(acme, { issuer: 'https://accounts.example' })
  expect((await redeem(replaced.code, replaced.verifier)).status).toBe(403)
  await put(acme, {})
  const removed = await codeFor(acme, subject)
  await stage.app.api('DELETE', acme.path, { token: acme.token })
  expect((await redeem(removed.code, removed.verifier)).status).toBe(404)
  const reasons = (await refusalsOf(acme)).map(({ details }) => details.reason)
  expect(reasons).toEqual(['provider_removed', 'provider_changed', 'code'])
})

/** Comes back from the provider with an error, which anybody can write into the address. */
async function comeBack(acme: Organisation, error: string): Promise<void> {
  const browser = new Browser()
  const query = { organisation_id: acme.id, code_challenge: pair().challenge }
  const begun = await browser.open(authorizeUrl(query))
  const state = new URL(begun.location).searchParams.get('state') ?? ''
  const back = new URLSearchParams({ state, error, iss: stage.provider.issuer })
  const page = await browser.open(`${stage.base}/api/v1/auth/sso/${acme.id}/callback?${back}`)
  expect(page.status, page.text).toBe(302)
}

test('where the provider refuses, and no more than a bounded number of strangers', async () => {
  const acme = await organise()
  await comeBack(acme, 'access_denied')
  await comeBack(acme, 'forged \0')
  const [forged, denied] = await refusalsOf(acme)
  expect(denied?.details).toEqual({ methods: ['sso'], reason: 'provider', error: 'access_denied' })
  expect(forged?.details).toEqual({ methods: ['sso'], reason: 'provider' })
  for (let n = 0; n < 62; n++) await comeBack(acme, 'access_denied')
  const known = employ('elsewhere.example')
  expect((await signIn(acme, known.subject)).status).toBe(403)
  const { rows } = await stage.app.platform.clusters.main.admin.query(
    `select count(*)::int as count from platform.audit_log
     where organisation_id = $1 and action = 'account.sign_in_failed'`,
    [acme.id],
  )
  // Strangers keep nobody else out of the log.
  expect(rows).toEqual([{ count: 61 }])
})
