// Policies whose conditions try to leave their table: refused when they are made, with the place, and nothing stays.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let other: TestProject
let path: string

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  other = await app.createProject()
  for (const { id, token } of [project, other]) {
    const body = { name: 'notes', columns: [{ name: 'text', data_type: 'text' }] }
    await app.api('POST', `/projects/${id}/tables`, { token, body })
  }
  path = `/projects/${project.id}/tables/notes/rls`
})
afterAll(() => app.stop())

test.each([
  'true); drop table notes; --',
  'true) or (true',
  'true or true) with check (true',
  "text = 'x'; select 1",
  "set_config('msingi.kind', 'dashboard', true) is not null",
  "query_to_xml('select 1', true, true, '') is not null",
  'exists (select 1 from platform.accounts)',
  'exists (select 1 from OTHER.notes)',
  'exists (select 1 from pg_catalog.pg_class)',
  'exists (select 1 from information_schema.tables)',
  'exists (select pg_sleep(10))',
  'exists (with x as (delete from notes returning 1) select 1 from x)',
  "pg_read_file('/etc/passwd') <> ''",
  "current_setting('msingi.kind') = 'dashboard'",
  "current_user = 'postgres'",
  'msingi.caller() is not null',
  "text::regclass = 'pg_class'",
  'notes.ctid is not null',
  "text operator(public.=) 'x'",
  "text = $1 or 'a' = 'a'",
  "text = 'unfinished",
  'text = "unfinished',
  '/* unfinished',
  'text = $$x$$ $$',
  'true -- ',
  '-- nothing else',
  'select true',
  '1',
  '',
  '   ',
  'a\0b',
  'true and \0',
  `text = '${'x'.repeat(10_001)}'`,
  `${'('.repeat(4000)}true${')'.repeat(4000)}`,
  `${'not '.repeat(2000)}true`,
])('%j', async (condition) => {
  const filled = condition.replaceAll('OTHER', `p_${other.id.replaceAll('-', '')}`)
  const body = { action: 'select', subject: 'public', condition: filled }
  const answer = await app.api('POST', path, { token: project.token, body })
  // What only ends in a comment is no attack, so long as it is what it says.
  const harmless = condition === 'true -- ' || condition === 'text = $$x$$ $$'
  if (!harmless || answer.status !== 201) {
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body.message).toMatch(/condition|byte sequence/)
    expect(answer.text).not.toMatch(/\bat .*\.ts|node_modules|p_[0-9a-f]{32}_/)
  } else {
    await app.api('DELETE', `${path}/${answer.data.id}`, { token: project.token })
  }
  const { data: policies } = await app.api('GET', path, { token: project.token })
  expect(policies).toEqual([])
  const rows = await app.api('GET', '/data/notes', { key: project.publishable })
  expect([rows.status, rows.data]).toEqual([200, []])
})
