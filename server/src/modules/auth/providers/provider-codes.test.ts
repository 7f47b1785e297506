// The server's own code at the end of a provider sign-in: who can redeem it, and for how long.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Browser } from '#platform/openid/provider.fixture.ts'
import { startTestApp } from '#test/harness.ts'
import { challengePair, type Stage, setStage } from './provider-signin.fixture.ts'

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

describe('a code', () => {
  test('works once, also concurrently', async () => {
    const code = await stage.codeFor(stage.newPerson().subject)
    const answers = await Promise.all([1, 2, 3].map(() => stage.redeem({ code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect((await stage.redeem({ code })).status).toBe(401)
  })

  test('expires after two minutes, to the second', async () => {
    const code = await stage.codeFor(stage.newPerson().subject)
    stage.app.clock.advance(119)
    expect((await stage.redeem({ code })).status).toBe(200)
    const late = await stage.codeFor(stage.newPerson().subject)
    stage.app.clock.advance(120)
    expect((await stage.redeem({ code: late })).status).toBe(401)
  })

  test('requires its verifier, and is used up by a wrong one', async () => {
    const { verifier, challenge } = challengePair()
    for (const wrong of [{}, { code_verifier: challengePair().verifier }, { code_verifier: challenge }]) {
      const code = await stage.codeFor(stage.newPerson().subject, { code_challenge: challenge })
      expect((await stage.redeem({ code, ...wrong })).status).toBe(401)
      expect((await stage.redeem({ code, code_verifier: verifier })).status).toBe(401)
    }
    const code = await stage.codeFor(stage.newPerson().subject)
    expect((await stage.redeem({ code, code_verifier: verifier })).status).toBe(401)
  })

  test('is refused in another project, without a credential, and as a state', async () => {
    const code = await stage.codeFor(stage.newPerson().subject)
    const other = await stage.app.createProject()
    const path = `/projects/${other.id}/auth/token`
    expect((await stage.app.api('POST', path, { key: other.publishable, body: { code } })).status).toBe(401)
    expect((await stage.app.api('POST', stage.below('/token'), { body: { code } })).status).toBe(401)
    expect((await stage.redeem({ code }, other.publishable)).status).toBe(403)
    const state = String(new URL(await stage.atProvider(browser)).searchParams.get('state'))
    expect((await stage.redeem({ code: state })).status).toBe(401)
    expect((await stage.redeem({ code })).status).toBe(200)
  })

  test('is refused after its provider was disabled or removed', async () => {
    const path = stage.below('/providers/acme')
    const put = (enabled: boolean) =>
      stage.app.api('PATCH', path, { key: stage.project.secret, body: { enabled } })
    const code = await stage.codeFor(stage.newPerson().subject)
    const back = await stage.backFor(browser, stage.newPerson().subject)
    await put(false)
    expect((await stage.redeem({ code })).status).toBe(401)
    expect((await browser.open(back)).status).toBe(403)
    expect((await browser.open(stage.authorizeUrl())).status).toBe(403)
    await put(true)
    expect(await stage.landed(browser, back)).toHaveProperty('code')
  })
})
