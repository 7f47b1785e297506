// The recipes of docs/policy-recipes.md, created from the page: who sees and writes what over the data API, and who hears of it.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedUp, signUp } from '#modules/auth/auth.fixture.ts'
import { getLivePolicies } from '#modules/database/policies/live.service.ts'
import type { LiveCaller } from '#modules/realtime/access/callers.ts'
import { DatabaseChecks } from '#modules/realtime/access/database-checks.ts'
import { parseRow } from '#platform/changes/feed/row-change.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const PAGE = new URL('../../../../docs/policy-recipes.md', import.meta.url)
const RECIPES = new Map(
  readFileSync(PAGE, 'utf8')
    .split('\n## ')
    .slice(1)
    .map((part): [string, { table: string }[]] => {
      const lines = /```json\n([^`]*)\n```/.exec(part)?.[1]?.split('\n') ?? []
      return [part.split('\n')[0] ?? '', lines.map((line) => JSON.parse(line))]
    }),
)

type Person = 'amina' | 'juma' | 'neema' | 'zawadi'
const PEOPLE: readonly Person[] = ['amina', 'juma', 'neema', 'zawadi']
const [ONE, TWO, LINK] = [randomUUID(), randomUUID(), randomUUID()]

/** Row is a row that is there, or that somebody writes. Names of people in it stand for their ids. */
type Row = Readonly<Record<string, unknown>>

interface Recipe {
  readonly tables: Readonly<Record<string, readonly (readonly [name: string, data_type: string])[]>>
  readonly rows: Readonly<Record<string, readonly Row[]>>
  /** sees is which rows people see, by what stands in the column that names them. */
  readonly sees: Readonly<
    Record<string, Readonly<Partial<Record<Person | 'publishable', readonly string[]>>>>
  >
  readonly column: Readonly<Record<string, string>>
  /** writes are inserts, and whether they are let through. */
  readonly writes: readonly (readonly [who: Person, table: string, row: Row, may: boolean])[]
}

const text = (...names: string[]) => names.map((name) => [name, 'text'] as const)
const uuid = (...names: string[]) => names.map((name) => [name, 'uuid'] as const)

const EXPECTED: Readonly<Record<string, Recipe>> = {
  Owner: {
    tables: { notes: [...uuid('user_id'), ...text('title')] },
    rows: {
      notes: [
        { user_id: 'amina', title: 'a' },
        { user_id: 'juma', title: 'j' },
      ],
    },
    column: { notes: 'title' },
    sees: { notes: { amina: ['a'], juma: ['j'] } },
    writes: [
      ['juma', 'notes', { title: 'mine' }, true],
      ['juma', 'notes', { user_id: 'amina', title: 'hers' }, false],
    ],
  },
  'Members who see each other': {
    tables: {
      boards: [...uuid('owner_id'), ...text('title')],
      members: uuid('board_id', 'user_id'),
      tasks: [...uuid('board_id'), ...text('title')],
    },
    rows: {
      boards: [
        { id: ONE, owner_id: 'amina', title: 'one' },
        { id: TWO, owner_id: 'neema', title: 'two' },
      ],
      members: [
        { board_id: ONE, user_id: 'juma' },
        { board_id: ONE, user_id: 'zawadi' },
        { board_id: TWO, user_id: 'zawadi' },
      ],
      tasks: [
        { board_id: ONE, title: 'of one' },
        { board_id: TWO, title: 'of two' },
      ],
    },
    column: { boards: 'title', members: 'user_id', tasks: 'title' },
    sees: {
      boards: { amina: ['one'], juma: ['one'], neema: ['two'], zawadi: ['one', 'two'] },
      members: {
        amina: ['juma', 'zawadi'],
        juma: ['juma', 'zawadi'],
        neema: ['zawadi'],
        zawadi: ['juma', 'zawadi', 'zawadi'],
      },
      tasks: { amina: ['of one'], juma: ['of one'], neema: ['of two'], zawadi: ['of one', 'of two'] },
    },
    writes: [
      ['juma', 'tasks', { board_id: ONE, title: 'x' }, true],
      ['juma', 'tasks', { board_id: TWO, title: 'x' }, false],
      ['juma', 'members', { board_id: ONE, user_id: 'neema' }, false],
      ['juma', 'members', { board_id: TWO, user_id: 'juma' }, false],
      ['amina', 'members', { board_id: ONE, user_id: 'neema' }, true],
    ],
  },
  'Roles in a team': {
    tables: {
      teammates: [...uuid('team_id', 'user_id'), ...text('role')],
      papers: [...uuid('team_id'), ...text('title')],
    },
    rows: {
      teammates: [
        { team_id: ONE, user_id: 'amina', role: 'admin' },
        { team_id: ONE, user_id: 'juma', role: 'editor' },
        { team_id: ONE, user_id: 'neema', role: 'reader' },
        { team_id: TWO, user_id: 'zawadi', role: 'admin' },
      ],
      papers: [{ team_id: ONE, title: 'p' }],
    },
    column: { teammates: 'user_id', papers: 'title' },
    sees: {
      teammates: {
        amina: ['amina', 'juma', 'neema'],
        juma: ['amina', 'juma', 'neema'],
        neema: ['amina', 'juma', 'neema'],
        zawadi: ['zawadi'],
      },
      papers: { amina: ['p'], juma: ['p'], neema: ['p'] },
    },
    writes: [
      ['neema', 'papers', { team_id: ONE, title: 'x' }, false],
      ['juma', 'papers', { team_id: ONE, title: 'x' }, true],
      ['juma', 'teammates', { team_id: ONE, user_id: 'juma', role: 'admin' }, false],
      ['zawadi', 'teammates', { team_id: ONE, user_id: 'zawadi', role: 'admin' }, false],
      ['amina', 'teammates', { team_id: ONE, user_id: 'zawadi', role: 'reader' }, true],
    ],
  },
  'Public or private': {
    tables: { articles: [...uuid('user_id'), ['is_public', 'boolean'], ...text('title')] },
    rows: {
      articles: [
        { user_id: 'amina', is_public: false, title: 'draft' },
        { user_id: 'amina', is_public: true, title: 'news' },
      ],
    },
    column: { articles: 'title' },
    sees: {
      articles: {
        amina: ['draft', 'news'],
        juma: ['news'],
        neema: ['news'],
        zawadi: ['news'],
        publishable: ['news'],
      },
    },
    writes: [['juma', 'articles', { user_id: 'amina', is_public: true, title: 'x' }, false]],
  },
  'Shared by link': {
    tables: { albums: [...uuid('owner_id', 'link'), ...text('title')], openings: uuid('user_id', 'link') },
    rows: {
      albums: [
        { owner_id: 'amina', link: LINK, title: 'shared' },
        { owner_id: 'amina', link: randomUUID(), title: 'kept' },
      ],
      openings: [
        { user_id: 'juma', link: LINK },
        { user_id: 'neema', link: randomUUID() },
      ],
    },
    column: { albums: 'title', openings: 'user_id' },
    sees: {
      albums: { amina: ['kept', 'shared'], juma: ['shared'] },
      openings: { juma: ['juma'], neema: ['neema'] },
    },
    writes: [
      ['zawadi', 'openings', { user_id: 'juma', link: LINK }, false],
      ['zawadi', 'openings', { link: LINK }, true],
      ['juma', 'albums', { owner_id: 'amina', link: LINK, title: 'x' }, false],
    ],
  },
}

let app: TestApp
let project: TestProject
let record: ProjectRecord
const people = new Map<Person, SignedUp>()

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  record = (await createProjectLookup(app.platform)(project.id)) as ProjectRecord
  for (const name of PEOPLE) people.set(name, await signUp(app, project))
})
afterAll(() => app.stop())

async function api(method: string, path: string, body?: unknown) {
  const { status, data, text } = await app.api(method, `/projects/${project.id}${path}`, {
    token: project.token,
    ...(body === undefined ? {} : { body }),
  })
  expect(status, text).toBeLessThan(300)
  return data
}

const idOf = (name: Person) => (people.get(name) as SignedUp).user.id as string
const resolve = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      PEOPLE.includes(value as Person) ? idOf(value as Person) : value,
    ]),
  )

function credentialOf(who: Person | 'publishable') {
  return who === 'publishable' ? { key: project.publishable } : { token: people.get(who)?.token }
}

function liveCaller(name: Person): LiveCaller {
  const claims = { email: null, role_ids: [] }
  const context = { kind: 'user', uid: idOf(name), claims: JSON.stringify(claims) } as const
  return { kind: 'user', actor: { uid: idOf(name), email: null, claims }, role_ids: [], context }
}

/** Which of the stored rows each person would hear of, as live changes decide it, by id. */
async function heard(slug: string, stored: readonly Row[]): Promise<Record<string, string[]>> {
  const table = await app.platform.shapes.get(record, slug)
  const policies = await getLivePolicies(app.platform, record, await app.platform.shapes.of(record), table)
  const rows = stored.map((row) => parseRow(JSON.stringify(row)))
  const callers = new Map(PEOPLE.map((name) => [name, liveCaller(name)] as const))
  const decided = (caller: LiveCaller) => rows.map((row) => policies.access.of(row).decide(caller))
  const asked = new Map(
    [...callers.values()].map((caller) => {
      const verdicts = decided(caller)
      return [caller, new Set(rows.filter((_, n) => verdicts[n] === undefined))] as const
    }),
  )
  const answers = await new DatabaseChecks(app.platform).run(record, table, policies, asked)
  return Object.fromEntries(
    [...callers].map(([name, caller]) => {
      const verdicts = decided(caller)
      const seen = rows.filter((row, n) => verdicts[n] ?? answers.get(caller)?.has(row))
      return [name, seen.map(({ id }) => String(id)).toSorted()]
    }),
  )
}

test('the page and this test have the same recipes', () => {
  expect([...RECIPES.keys()]).toEqual(Object.keys(EXPECTED))
  expect([...RECIPES.values()].every((policies) => policies.length > 3)).toBe(true)
})

test.each(Object.entries(EXPECTED))('%s', async (name, { tables, rows, column, sees, writes }) => {
  for (const [slug, columns] of Object.entries(tables))
    await api('POST', '/tables', {
      name: slug,
      columns: columns.map(([name, data_type]) => ({ name, data_type })),
    })
  for (const { table, ...policy } of RECIPES.get(name) ?? [])
    await api('POST', `/tables/${table}/rls`, policy)
  const names = new Map(PEOPLE.map((person) => [idOf(person), person]))
  for (const [slug, some] of Object.entries(rows)) {
    for (const row of some) {
      const made = await app.api('POST', `/data/${slug}`, { key: project.secret, body: resolve(row) })
      expect(made.status, made.text).toBe(201)
    }
  }
  for (const slug of Object.keys(rows)) {
    const { data: stored } = await app.api('GET', `/data/${slug}?order=id.asc`, { key: project.secret })
    const live = await heard(slug, stored)
    for (const who of [...PEOPLE, 'publishable'] as const) {
      const { data } = await app.api('GET', `/data/${slug}?order=id.asc`, credentialOf(who))
      const seen = (data as Row[]).map((row) => String(row[column[slug] ?? '']))
      const named = seen.map((value) => names.get(value) ?? value).toSorted()
      expect(named, `${who} ${slug}`).toEqual(sees[slug]?.[who] ?? [])
      if (who !== 'publishable')
        expect(live[who], `${who} hears of ${slug}`).toEqual((data as Row[]).map(({ id }) => id).toSorted())
    }
  }
  for (const [who, slug, row, may] of writes) {
    const body = resolve(row)
    const { status, text } = await app.api('POST', `/data/${slug}`, { ...credentialOf(who), body })
    expect(status, `${who} writes ${slug}: ${text}`).toBe(may ? 201 : 403)
  }
})

import { createProjectLookup } from '#modules/projects/projects.service.ts'
