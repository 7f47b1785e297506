// The queries under way: each caller sees and cancels their own.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CallOptions, startTestApp, type TestApp } from '#test/harness.ts'
import { openShop, type Shop } from './query-exec.fixture.ts'

let app: TestApp
let shop: Shop
let base: string

beforeAll(async () => {
  app = await startTestApp()
  shop = await openShop(app)
  base = `/projects/${shop.id}/query`
})
afterAll(() => app.stop())

const SLOW = 'select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b'
const running = async (caller: CallOptions) => (await app.api('GET', `${base}/running`, caller)).data
const cancel = (caller: CallOptions, id: string) => app.api('DELETE', `${base}/running/${id}`, caller)

// On a busy machine the query's own time may be over before it is looked at: then the look is repeated with another one.
async function duringQuery<T>(
  caller: CallOptions,
  path: string,
  body: object,
  look: (query: { id: string; sql: string }) => Promise<T>,
) {
  for (;;) {
    let over = false
    const answer = app.api('POST', `${base}/${path}`, { ...caller, body: { sql: SLOW, ...body } })
    answer.finally(() => {
      over = true
    })
    const [query] = await vi.waitUntil(
      async () => {
        const list = await running({ ...caller, headers: {} })
        return (over || list.length > 0) && list
      },
      { timeout: 60_000 },
    )
    const seen = query === undefined ? undefined : await look(query)
    const { status, body: said } = await answer
    if (said.message?.includes('too long')) continue
    return { seen, status, message: said.message, query }
  }
}

test('a query is listed while it runs, and can be cancelled by its id', async () => {
  const { dashboard } = shop.callers
  const { seen, status, message, query } = await duringQuery(dashboard, 'exec', {}, ({ id }) =>
    cancel(dashboard, id),
  )
  expect(query).toMatchObject({ sql: SLOW, started_at: expect.any(String) })
  expect([seen?.status, status, message]).toEqual([204, 409, 'The query was cancelled.'])
  expect(await running(dashboard)).toEqual([])
  expect((await shop.ask('select 1 as one', [], dashboard)).data.rows).toEqual([{ one: 1 }])
})

test('a client can name its query, also one that is explained', async () => {
  const { dashboard } = shop.callers
  const query_id = crypto.randomUUID()
  const { status, query } = await duringQuery(dashboard, 'explain', { analyze: true, query_id }, () =>
    cancel(dashboard, query_id),
  )
  expect([status, query?.id]).toEqual([409, query_id])
})

test("one made as somebody else is the dashboard user's", async () => {
  const { dashboard, amina } = shop.callers
  const caller = { ...dashboard, headers: { 'x-msingi-as': `user:${shop.amina}` } }
  const { seen, status } = await duringQuery(caller, 'exec', {}, async ({ id }) => [
    await running(amina),
    (await cancel(dashboard, id)).status,
  ])
  expect([seen, status]).toEqual([[[], 204], 409])
})

test("somebody else's query is neither listed nor cancelled", async () => {
  const { seen } = await duringQuery(shop.callers.amina, 'exec', {}, async ({ id }) => ({
    juma: [await running(shop.callers.juma), (await cancel(shop.callers.juma, id)).status],
    dashboard: [await running(shop.callers.dashboard), (await cancel(shop.callers.dashboard, id)).status],
    amina: (await cancel(shop.callers.amina, id)).status,
  }))
  expect(seen).toEqual({ juma: [[], 404], dashboard: [[], 404], amina: 204 })
})

test('is closed to publishable keys, and a query that does not run is 404', async () => {
  expect((await app.api('GET', `${base}/running`, shop.callers.publishable)).status).toBe(403)
  expect((await cancel(shop.callers.dashboard, crypto.randomUUID())).status).toBe(404)
  expect((await cancel(shop.callers.dashboard, 'x')).status).toBe(400)
})
