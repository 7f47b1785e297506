// Long lists of projects: searched, ordered, and read page by page.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'

const NAMES = ['duka', 'Duka', 'Duka', 'shamba', 'Afya 100%', 'afya_1', 'Ärzte', 'zana']
const ORDERS = ['created_at.desc', 'created_at.asc', 'name.asc', 'name.desc']

let app: TestApp
let token: string
let organisation: string
let projects: { id: string; name: string }[]

const list = (query: string, as = token) => app.api('GET', `/projects?${query}`, { token: as })
const names = async (query: string) => {
  const { status, data } = await list(query)
  return status === 200 ? data.map(({ name }: { name: string }) => name) : status
}

beforeAll(async () => {
  app = await startTestApp()
  token = (await app.register()).token
  organisation = (await app.api('GET', '/organisations', { token })).data[0].id
  // Rows only: what a list shows needs no schemas. Two are of the same moment, as when a script creates many.
  const { rows } = await app.platform.clusters.main.admin.query(
    `insert into platform.projects (organisation_id, name, cluster, created_at)
     select $1, name, 'main', timestamptz '2026-01-01' + (at / 2) * interval '1 microsecond'
     from unnest($2::text[]) with ordinality n (name, at) returning id, name`,
    [organisation, NAMES],
  )
  projects = rows
})
afterAll(() => app.stop())

test.each(ORDERS)('pages ordered by %s have every project once', async (order) => {
  const whole = (await list(`order=${order}`)).data
  expect(whole).toHaveLength(NAMES.length)
  for (const limit of [1, 3, 8]) {
    const seen: object[] = []
    let query = `order=${order}&limit=${limit}`
    for (;;) {
      const { data, headers } = await list(query)
      expect(data.length).toBeLessThanOrEqual(limit)
      seen.push(...data)
      if (headers['x-next-cursor'] === undefined) break
      query = new URL(`http://x${/<(.*)>/.exec(String(headers.link))?.[1]}`).search.slice(1)
    }
    expect(seen).toEqual(whole)
  }
})

test('the latest come first unless an order is named', async () => {
  expect((await list('')).data).toEqual((await list('order=created_at.desc')).data)
  expect((await names('order=created_at.asc')).at(-1)).toBe('zana')
  expect((await names('order=name.asc')).slice(0, 2)).toEqual(['Afya 100%', 'afya_1'])
})

test('is searched by a part of the name, in any case and literally, and by id', async () => {
  expect((await names('search=DUK&order=name.asc')).sort()).toEqual(['Duka', 'Duka', 'duka'])
  expect(await names('search=%25')).toEqual(['Afya 100%'])
  expect(await names('search=_')).toEqual(['afya_1'])
  expect(await names(`search=${projects[3]?.id}`)).toEqual(['shamba'])
  expect(await names('search=nothing')).toEqual([])
})

test('a page goes on where a project was deleted or renamed meanwhile', async () => {
  const { headers } = await list('order=name.asc&limit=2')
  const { admin } = app.platform.clusters.main
  const client = await admin.connect()
  try {
    await client.query(`update platform.projects set name = 'zz' where name = 'afya_1'`)
    const next = await list(`order=name.asc&limit=2&cursor=${headers['x-next-cursor']}`)
    expect(next.data.map(({ name }: { name: string }) => name.toLowerCase())).toEqual(['duka', 'duka'])
  } finally {
    await client.query(`update platform.projects set name = 'afya_1' where name = 'zz'`)
    client.release()
  }
})

describe('refuses', () => {
  const forge = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  const id = crypto.randomUUID()
  test.each([
    'order=id.asc',
    'order=name',
    'limit=0',
    'limit=1001',
    'search=',
    'search=%00',
    'organisation_id=1',
    'cursor=x',
    `cursor=${forge('name.asc', 'a', id)}`,
    `cursor=${forge('created_at.desc', 'yesterday', id)}`,
    `cursor=${forge('created_at.desc', '9'.repeat(30), id)}`,
    `cursor=${forge('created_at.desc', '1', 'x')}`,
    `cursor=${forge('created_at.desc', 1, id)}`,
    `order=name.asc&cursor=${forge('name.asc', '\0', id)}`,
  ])('%s', async (query) => {
    expect((await list(query)).status).toBe(400)
  })
})

test('shows nothing of other organisations, whatever is asked for', async () => {
  const stranger = await app.register()
  const asked = [`organisation_id=${organisation}`, `search=${projects[0]?.id}`, 'search=duka', '']
  for (const query of asked) expect((await list(query, stranger.token)).data, query).toEqual([])
  expect((await list(`organisation_id=${organisation}`)).data).toHaveLength(NAMES.length)
})

test('an access token for some projects lists these, page by page', async () => {
  const ids = projects.slice(0, 3).map((one) => one.id)
  const body = { name: 'CI', permissions: ['projects:read'], project_ids: ids }
  const made = await app.api('POST', '/me/tokens', { token, body })
  const [first, second] = [
    await list('limit=2', made.data.token),
    await list('limit=2&order=created_at.asc', made.data.token),
  ]
  expect(first.data).toHaveLength(2)
  const seen = new Set([...first.data, ...second.data].map((one: { id: string }) => one.id))
  expect([...seen].sort()).toEqual([...ids].sort())
})

describe('figures', () => {
  const DAY = 86_400_000
  let seeing: string
  let blind: string
  beforeAll(async () => {
    const expires_at = new Date(app.clock.now().getTime() + 7 * DAY).toISOString()
    const tokenFor = async (permissions: string[]) => {
      const body = { name: 'list', permissions, expires_at }
      return (await app.api('POST', '/me/tokens', { token, body })).data.token
    }
    seeing = await tokenFor(['projects:read', 'usage:read'])
    blind = await tokenFor(['projects:read'])
    // Six in the morning: of yesterday three quarters are within the last 24 hours.
    app.clock.advance((DAY - (app.clock.now().getTime() % DAY) + DAY / 4) / 1000)
    const now = app.clock.now().getTime()
    const days = [0, 1, 2].map((ago) => new Date(now - ago * DAY).toISOString().slice(0, 10))
    await app.platform.clusters.main.admin.query(
      `insert into platform.usage_days (project_id, day, requests, database_bytes, storage_bytes, measured_at)
       values ($1, $2, 7, 0, 0, null), ($1, $3, 1000, 300, 50, now()), ($1, $4, 5000, 900, 50, now())`,
      [projects[0]?.id, ...days],
    )
  })

  const figuresOf = async (name: string, as: string) => {
    const { data } = await list(`figures=true&search=${name}&order=created_at.asc`, as)
    return data.map(({ figures }: { figures: unknown }) => figures)
  }

  test('are what was last measured, and the requests of about 24 hours', async () => {
    const none = { bytes: null, requests: 0 }
    expect(await figuresOf('duka', seeing)).toEqual([{ bytes: 350, requests: 757 }, none, none])
    expect((await list('limit=1', seeing)).data[0]).not.toHaveProperty('figures')
    expect((await list('figures=perhaps', seeing)).status).toBe(400)
  })

  test('are null where the caller may not see the usage', async () => {
    expect(await figuresOf('duka', blind)).toEqual([null, null, null])
  })
})
