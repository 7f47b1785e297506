// Policies that decide by generated columns decide about events as they do about reads.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { connectSocket, connectToken } from './realtime.fixture.ts'

const IS_PRIVATE = "title like 'private%'"
const POLICIES = {
  'a deny': [
    { subject: 'authenticated' },
    { subject: 'authenticated', effect: 'deny', condition: 'is_private' },
  ],
  'an allow': [{ subject: 'authenticated', condition: 'not is_private' }],
  'a deny that only PostgreSQL decides': [
    { subject: 'authenticated' },
    {
      subject: 'authenticated',
      effect: 'deny',
      condition: 'exists (select 1 from flags where flags.flag = is_private)',
    },
  ],
}

describe.each(['auto', 'outbox'] as const)('with the capture %s', (changeCapture) => {
  let app: TestApp
  let base: string
  let project: TestProject
  let count = 0

  beforeAll(async () => {
    app = await startTestApp({ changeCapture })
    base = await app.app.listen({ port: 0, host: '127.0.0.1' })
    project = await app.createProject()
    await ddl('create table flags (flag boolean)')
    await call('POST', 'flags', { flag: true })
    const flags = await manage('GET', '/tables/flags')
    await manage('POST', `/tables/${flags.id}/rls`, { action: 'select', subject: 'authenticated' })
  })
  afterAll(() => app.stop())

  async function manage(method: string, path: string, body?: object) {
    const more = body === undefined ? {} : { body }
    const answer = await app.api(method, `/projects/${project.id}${path}`, { token: project.token, ...more })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.data
  }
  const ddl = (sql: string) => manage('POST', '/schema/exec-ddl', { sql })
  async function call(method: string, path: string, body?: object) {
    const more = body === undefined ? {} : { body }
    const answer = await app.api(method, `/data/${path}`, { key: project.secret, ...more })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.data
  }

  describe.each(Object.entries(POLICIES))('%s', (_, policies) => {
    test.each([
      ['stored', 'before'],
      ['stored', 'after'],
      ['virtual', 'before'],
      ['virtual', 'after'],
    ])('by a %s column, added %s somebody subscribes', async (kind, when) => {
      count++
      const slug = `diary_${count}`
      const column = `is_private boolean generated always as (${IS_PRIVATE}) ${kind}`
      await ddl(`create table ${slug} (title text, n int${when === 'before' ? `, ${column}` : ''})`)
      const user = await signUp(app, project)
      const { id } = await manage('GET', `/tables/${slug}`)
      const rule = async () => {
        for (const policy of policies)
          await manage('POST', `/tables/${id}/rls`, { action: 'select', ...policy })
      }
      if (when === 'before') await rule()
      const { token } = await connectToken(app, project, { token: user.token }, `table=${slug}`)
      const client = await connectSocket(base, token)
      if (when === 'after') {
        await ddl(`alter table ${slug} add column ${column}`)
        await rule()
      }

      const [secret, open] = await call('POST', slug, [
        { title: 'private diary', n: 1 },
        { title: 'open', n: 2 },
      ])
      await call('PATCH', `${slug}/${secret.id}`, { n: 3 })
      await call('PATCH', `${slug}/${secret.id}`, { title: 'published' })
      await call('PATCH', `${slug}/${open.id}`, { title: 'private again' })
      await call('PATCH', `${slug}/${open.id}`, { title: 'open again' })
      await call('DELETE', `${slug}/${secret.id}`)
      await call('POST', slug, { title: 'private gone', n: 4 }).then((row) =>
        call('DELETE', `${slug}/${row.id}`),
      )
      await call('POST', slug, { title: 'last', n: 5 })
      await client.next(({ push }) => push?.pub?.data.record.title === 'last')
      const events = client.frames.flatMap(({ push }) => (push?.pub ? [push.pub.data] : []))
      client.close()
      expect(events.map(({ type, record, old_record }) => [type, record.title, old_record?.title])).toEqual([
        ['INSERT', 'open', undefined],
        ['UPDATE', 'published', undefined],
        ['UPDATE', 'open again', undefined],
        ['DELETE', 'published', undefined],
        ['INSERT', 'last', undefined],
      ])
      expect(events.map(({ record }) => record.is_private)).toEqual(events.map(() => false))
      const { data } = await app.api('GET', `/data/${slug}?order=n`, { token: user.token })
      expect(data?.map((row: { title: string }) => row.title)).toEqual(['open again', 'last'])
    })
  })
})
