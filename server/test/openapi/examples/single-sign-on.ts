// Examples of single sign-on: an organisation with the provider of the stage, and a person who signs in.
import { challengePair } from '#modules/auth/providers/provider-signin.fixture.ts'
import { Browser, CLIENT } from '#platform/openid/provider.fixture.ts'
import type { ExampleStage } from './stage.ts'

const DOMAIN = 'duka.example'

/** singleSignOn calls the routes of single sign-on; browsers use the two that redirect. */
export async function singleSignOn({ call, app, stage, dns }: ExampleStage): Promise<void> {
  const { base, provider } = stage
  const owner = await app.register('wema@example.com')
  const made = await app.api('POST', '/organisations', { ...owner, body: { name: 'Duka' } })
  const path = `/organisations/${made.data.id}/sso`
  const body = { issuer: provider.issuer, ...CLIENT, default_role: 'developer' }
  const { data } = await call('PUT', path, { ...owner, body })
  await call('GET', path, owner)
  const added = await call('POST', `${path}/domains`, { ...owner, body: { domain: DOMAIN } })
  dns.records.set(`TXT ${added.data.record.name}`, [added.data.record.value])
  await call('POST', `${path}/domains/${DOMAIN}/verify`, owner)
  await call('GET', `${path}/domains`, owner)

  provider.callbacks.push(data.callback_url.replace(/^.*?\/api/, `${base}/api`))
  // The provider takes its callback addresses at its start.
  await provider.rotateKeys()
  const person = stage.newPerson({ email: `rehema@${DOMAIN}`, name: 'Rehema Mushi' })
  const { verifier: code_verifier, challenge: code_challenge } = challengePair()
  const query = new URLSearchParams({ email: person.email ?? '', code_challenge })
  const browser = new Browser()
  const begun = await browser.open(`${base}/api/v1/auth/sso/authorize?${query}`)
  const back = await browser.open(await browser.signInAt(provider, begun.location, person.subject))
  const code = new URL(back.location).searchParams.get('code')
  await call('POST', '/auth/sso/token', { body: { code, code_verifier } })
  await call('DELETE', `${path}/domains/${DOMAIN}`, owner)
  await call('DELETE', path, owner)
}
