// Counts: exact, by the planner, and exact up to a bound; beside the rows by `Prefer: count=…`. Estimates say nothing about
// rows that policies hide.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_COUNTED } from '#engine/request/compile/compile-read.ts'
import { type Answer, startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'

const ROWS = MAX_COUNTED + 500
const RARE = 40

let app: TestApp
let project: TestProject
let data: DataDriver
let publishable: string

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  data = driveData(app, project)
  await data.table('points', { n: { data_type: 'integer', indexed: true }, word: 'string', open: 'boolean' })
  await data.table('closed', { n: 'integer', word: 'string' })
  const [row] = await data.admin('select schema_name from msingi.tables where project_id = $1', [project.id])
  for (const slug of ['points', 'closed']) {
    const table = `${row?.schema_name}.${slug}`
    await data.admin(
      `insert into ${table} (n, word) select n, case when n < $2 then 'rare' else 'often' end from generate_series(0, $1::int - 1) n`,
      [ROWS, RARE],
    )
    await data.admin(`analyze ${table}`)
  }
  await data.policy('points', { action: 'select', subject: 'public', effect: 'allow' })
  await data.policy('closed', { action: 'select', subject: 'api_key', effect: 'allow', condition: 'n < 5' })
  const key = await app.api('POST', `/projects/${project.id}/api-keys`, {
    token: project.token,
    body: { name: 'p', kind: 'publishable' },
  })
  publishable = key.data.key
})
afterAll(() => app.stop())

const count = async (query: string, key = project.secret) =>
  (await data.call('GET', `/data/${query}`, { key })).data.count as number

describe('who sees all rows', () => {
  test('gets the estimate of the planner', async () => {
    const planned = await count('points?count=planned')
    expect(planned).toBeGreaterThan(ROWS * 0.9)
    expect(planned).toBeLessThan(ROWS * 1.1)
    const some = await count('points?count=planned&n=lt.1000')
    expect(some).toBeGreaterThan(500)
    expect(some).toBeLessThan(2000)
  })

  test('gets estimates that are exact up to the bound', async () => {
    expect(await count('points?count=estimated&word=eq.rare')).toBe(RARE)
    expect(await count(`points?count=estimated&n=lt.${MAX_COUNTED}`)).toBe(MAX_COUNTED)
    const more = await count('points?count=estimated')
    expect(more).toBeGreaterThan(MAX_COUNTED)
    expect(more).toBeLessThan(ROWS * 1.1)
  })

  test('a dashboard user does so over records', async () => {
    const path = `/projects/${project.id}/tables/closed/records?count=planned`
    const { data: counted } = await app.api('GET', path, { token: project.token })
    expect(counted.count).toBeGreaterThan(ROWS * 0.9)
  })
})

describe('whom policies show a part of the rows', () => {
  test.each(['planned', 'estimated'])('gets exact numbers: %s', async (precision) => {
    expect(await count(`closed?count=${precision}`)).toBe(5)
    expect(await count(`closed?count=${precision}&word=eq.often`)).toBe(0)
    expect(await count(`closed?count=${precision}&or=(n.eq.1,word.eq.often)`)).toBe(1)
    expect(await count(`points?count=${precision}&n=lt.1000`, publishable)).toBe(1000)
  })

  test('is told so', async () => {
    const { headers } = await data.call('GET', '/data/closed?limit=2', {
      headers: { prefer: 'count=planned' },
    })
    expect([headers['preference-applied'], headers['content-range']]).toEqual(['count=exact', '0-1/5'])
  })
})

describe('Prefer: count', () => {
  const list = (query: string, prefer: string): Promise<Answer> =>
    data.call('GET', `/data/points?${query}`, { headers: { prefer } })

  test.each([
    ['limit=10', 'count=exact', `0-9/${ROWS}`],
    ['limit=10&offset=20&n=lt.25&order=n', 'count=exact', '20-24/25'],
    ['n=lt.0', 'count=exact', '*/0'],
    ['offset=30&n=lt.25', 'count=exact', '*/25'],
    ['word=eq.rare&limit=1', 'return=representation, count=estimated', `0-0/${RARE}`],
  ])('%s', async (query, prefer, range) => {
    const { status, data: rows, headers } = await list(query, prefer)
    expect([status, headers['content-range']]).toEqual([200, range])
    expect(headers['preference-applied']).toBe(prefer.split(', ').at(-1))
    expect(Array.isArray(rows)).toBe(true)
  })

  test('behind a cursor nobody knows which rows these are', async () => {
    const { headers } = await list('order=n&limit=5', 'count=exact')
    const next = await list(`order=n&limit=5&cursor=${headers['x-next-cursor']}`, 'count=exact')
    expect([next.data[0].n, next.headers['content-range']]).toEqual([5, `*/${ROWS}`])
  })

  test('the planner counts as well', async () => {
    const { headers } = await list('limit=1', 'count=planned')
    expect(headers['preference-applied']).toBe('count=planned')
    expect(headers['content-range']).toMatch(/^0-0\/1\d{4}$/)
  })

  test('nothing is counted where nobody asks', async () => {
    const { headers } = await data.call('GET', '/data/points?limit=1')
    expect([headers['content-range'], headers['preference-applied']]).toEqual([undefined, undefined])
  })

  test.each(['count=roughly', 'count='])('%s is a 400 that names the header', async (prefer) => {
    const { status, body } = await list('limit=1', prefer)
    expect([status, body.message]).toEqual([400, 'Prefer: count is exact, planned or estimated.'])
  })
})
