// A change that is committed is never answered with an error, whatever fails behind it. All routes are called as the examples of
// /openapi.yaml are: once a request has committed, the next connection that it asks a pool for is refused.
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callEverything } from './openapi/examples/everything.ts'
import { openStage } from './openapi/examples/stage.ts'

interface Fault {
  /** state is of the one connection that is refused. */
  state: 'none' | 'before the commit' | 'next' | 'refused'
}

/** What commits something before its own change, which may fail, and what that is. */
const NOT_AT_ONCE: readonly [route: RegExp, why: string][] = [
  [
    /^(POST|PATCH) .*\/(webhooks|triggers)(\/[\w-]+)?$/,
    'tables are captured before who listens to them is stored',
  ],
  [/^POST \/me\/passkeys\/options$/, 'a proof is spent before the challenge is stored'],
  [/^POST .*\/domains\/[\w-]+\/verify$/, 'a node that could not read its host names does so a second later'],
  [/^POST .*\/cron\/[\w-]+\/run$/, 'the run begins behind the request'],
  [/^POST .*\/send$/, 'a test is claimed, sent, and stored'],
  [/^POST .*\/realtime\/(connect|token)$/, 'what has expired is removed, and tables are captured'],
  [/^POST .*\/schema\/views$/, 'the project leaves the shared pool before it has code'],
  [/^POST .*\/payments\/provider_\w\/[\w-]+$/, 'a payment is stored before it is sent'],
  [/^(POST|DELETE) .*\/reconciliation\/(statements|imports)/, 'a statement is worked on in batches'],
  [/^POST .*\/auth\/users\/invite$/, 'the user is deleted where the mail cannot be queued'],
  [
    /^DELETE .*\/auth\/users\/[\w-]+$/,
    'the private half of a user is deleted behind the public one, or the next time',
  ],
  [/^POST .*\/auth\/refresh$/, 'a token that was just spent can be sent again'],
]

const faults = new AsyncLocalStorage<Fault>()
const client = pg.Client.prototype as { query: (...given: unknown[]) => unknown }
const pool = pg.Pool.prototype as { connect: (...given: unknown[]) => unknown }
const { query } = client
const { connect } = pool

/** open are connections in a transaction, notifying the messages of those that have sent one. */
const open = new Set<unknown>()
const notifying = new Set<string>()

let stage: Awaited<ReturnType<typeof openStage>>
let level: string

beforeAll(async () => {
  client.query = function (this: unknown, ...given) {
    const fault = faults.getStore()
    const [first] = given as [string | { readonly text?: string }]
    const text = typeof first === 'string' ? first : first?.text
    if (text === 'begin') open.add(this)
    if (text === 'commit' || text === 'rollback') open.delete(this)
    if (text?.includes('pg_notify') && open.has(this)) notifying.add(JSON.stringify(given[1]))
    if (text === 'commit' && fault?.state === 'before the commit') fault.state = 'next'
    return query.apply(this, given)
  }
  pool.connect = function (this: unknown, ...given) {
    const fault = faults.getStore()
    if (fault?.state !== 'next') return connect.apply(this, given)
    fault.state = 'refused'
    const error = new Error('the connection was refused by the test')
    const [done] = given as [((error: Error) => void) | undefined]
    return done === undefined ? Promise.reject(error) : done(error)
  }
  stage = await openStage()
  // Nearly every request leaves an entry of the audit log waiting.
  level = stage.app.platform.log.level
  stage.app.platform.log.level = 'silent'
}, 60_000)
afterAll(async () => {
  client.query = query
  pool.connect = connect
  stage.app.platform.log.level = level
  await stage.stage.stop()
})

test('what a route has committed it answers with success', async () => {
  let refused = 0
  const call: typeof stage.call = (method, path, options) => {
    const isAtOnce = method !== 'GET' && !NOT_AT_ONCE.some(([route]) => route.test(`${method} ${path}`))
    const fault: Fault = { state: isAtOnce ? 'before the commit' : 'none' }
    return faults.run(fault, async () => {
      const answer = await stage.call(method, path, options)
      if (fault.state === 'refused') refused += 1
      return answer
    })
  }
  // A call throws where it is answered with an error.
  await callEverything({ ...stage, call })
  expect(refused).toBeGreaterThan(50)
  expect([...notifying]).toEqual([])
}, 240_000)
