// Every client does what stands in clients/conformance in the same way.
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { type Case, type CaseFile, type ClientSettings, readCases, type Step, stepsOf } from './cases.ts'
import { findDifferences } from './differences.ts'
import { Driver, type Outcome, STARTS } from './drivers.ts'
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts'

const files = await readCases()

interface Site {
  readonly id: string
  readonly secret: string
  readonly publishable: string
}

let app: TestApp
let real: string
beforeAll(async () => {
  app = await startTestApp({}, { clock: systemClock })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  real = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
})
afterAll(() => app?.stop())

test('cases have names of their own, and no case expects nothing', () => {
  for (const { file, cases } of files) {
    const names = cases.map(({ name }) => `${file}: ${name}`)
    expect(names).toEqual([...new Set(names)])
    const empty = cases.filter((one) => one.seen === undefined && stepsOf(one).every(expectsNothing))
    expect(empty).toEqual([])
  }
})

describe.each(Object.entries(STARTS))('%s', (client, start) => {
  let driver: Driver
  let server: ScriptedServer
  beforeAll(async () => {
    driver = new Driver(start)
    server = await startScriptedServer(real)
  })
  afterAll(async () => {
    await driver?.stop()
    await server?.stop()
  })

  describe.each(files)('$file', (file) => {
    let site: Site
    beforeAll(async () => {
      site = await furnish(file)
    })
    test.each(file.cases)('$name', async (one) => {
      const settings = await settingsOf(one.client ?? {}, site, server)
      server.begin(one.server)
      const steps = stepsOf(one)
      const outcomes = await driver.run(
        settings,
        steps.map((step) => ('together' in step ? step.together : step)),
      )
      const { received } = server
      const differences = differencesOf(steps, outcomes)
      if (one.seen !== undefined) differences.push(...unseen(one, received))
      if (one.except?.[client] === undefined) expect(differences).toEqual([])
      else expect(differences, 'It can do this now: take the exception away.').not.toEqual([])
    })
  })

  // A project of its own for each file and client: what one has written, no other reads.
  async function furnish({ file, setup = [] }: CaseFile): Promise<Site> {
    const { id, token, secret, publishable } = await app.createProject(`${file} ${client}`)
    for (const { method, path, body } of setup) {
      const answer = await app.api(method, `/projects/${id}${path}`, { token, body })
      if (answer.status >= 300) throw new Error(`${file}: ${method} ${path}: ${answer.text}`)
    }
    return { id, secret, publishable }
  }
})

let users = 0

async function settingsOf(
  { key = 'secret', session = false, tls, ...more }: ClientSettings,
  site: Site,
  server: ScriptedServer,
): Promise<object> {
  const body = {
    email: `user${++users}@example.com`,
    password: 'a long enough password 1',
    full_name: 'Asha Juma',
  }
  const sign = () => app.api('POST', `/projects/${site.id}/auth/signup`, { key: site.publishable, body })
  return {
    url: tls ? server.tlsBase : server.base,
    project: site.id,
    key: site[key],
    session: session === true ? (await sign()).data : session || null,
    timeout: 30,
    connect_timeout: 5,
    retries: 2,
    ...more,
  }
}

function differencesOf(steps: ReturnType<typeof stepsOf>, outcomes: readonly Outcome[]): string[] {
  return steps.flatMap((step, at) => {
    const outcome = outcomes[at]
    if (!('together' in step)) return differenceOf(step, outcome, `step ${at + 1}`)
    return step.together.flatMap((one, beside) =>
      differenceOf(one, (outcome as readonly Outcome[])[beside], `step ${at + 1}.${beside + 1}`),
    )
  })
}

function differenceOf({ returns, fails }: Step, outcome: Outcome | undefined, at: string): string[] {
  if (outcome === undefined) return [`${at}: there is no outcome`]
  if ('error' in outcome)
    return fails === undefined
      ? [`${at}: failed with ${JSON.stringify(outcome.error)}`]
      : findDifferences(fails, outcome.error, false, at)
  if (fails !== undefined) return [`${at}: should have failed, and returned ${JSON.stringify(outcome)}`]
  return returns === undefined
    ? []
    : findDifferences(returns, 'value' in outcome ? outcome.value : null, false, at)
}

function unseen({ seen = [] }: Case, received: ScriptedServer['received']): string[] {
  const lines = received.map(({ method, path }) => `${method} ${path}`)
  if (seen.length !== received.length)
    return [`${seen.length} requests expected: ${lines.join(', ') || 'none'} came`]
  return seen.flatMap(({ method, path, query = {}, headers = {}, json, text }, at) => {
    const came = received[at]
    const line = `${method} ${path}`
    return [
      ...(lines[at] === line ? [] : [`request ${at + 1}: ${line} expected, ${lines[at]} came`]),
      ...findDifferences(query, came?.query, true, `request ${at + 1} query`),
      ...findDifferences(headers, came?.headers, false, `request ${at + 1} headers`),
      ...(json === undefined ? [] : findDifferences(json, came?.json, true, `request ${at + 1} json`)),
      ...(text === undefined ? [] : findDifferences(text, came?.text, true, `request ${at + 1} text`)),
    ]
  })
}

function expectsNothing(step: ReturnType<typeof stepsOf>[number]): boolean {
  if ('together' in step) return step.together.every(expectsNothing)
  return step.returns === undefined && step.fails === undefined
}
