// Rows are passed to PostgreSQL's access checks with all their digits: rounded, they could match another user.
import { expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { startTestApp } from '#test/harness.ts'
import { connectSocket, connectToken, textsOf } from './realtime.fixture.ts'

test('a number that JavaScript would round is checked as it is in the table', async () => {
  const app = await startTestApp()
  try {
    const project = await app.createProject()
    const manage = async (path: string, body: object) =>
      (await app.api('POST', `/projects/${project.id}${path}`, { token: project.token, body })).data
    const org = { name: 'org', data_type: 'bigint' }
    const allow = (id: string, condition: string) =>
      manage(`/tables/${id}/rls`, { action: 'select', subject: 'authenticated', condition })
    const members = await manage('/tables', {
      name: 'members',
      columns: [{ name: 'user_id', data_type: 'uuid' }, org],
    })
    await allow(members.id, 'user_id = auth.uid()')
    const columns = [{ name: 'text', data_type: 'text' }, org]
    const notes = await manage('/tables', { name: 'notes', columns })
    await allow(notes.id, 'exists (select 1 from members where members.org = notes.org)')
    const sql = (text: string, values: unknown[] = []) =>
      app.platform.clusters.main.admin.query(
        text.replace('$schema', `p_${project.id.replaceAll('-', '')}`),
        values,
      )
    const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const listen = async (number: string) => {
      const { token, user } = await signUp(app, project)
      await sql('insert into $schema.members (user_id, org) values ($1, $2)', [user.id, number])
      return connectSocket(base, (await connectToken(app, project, { token })).token)
    }
    const [even, odd] = [await listen('9007199254740992'), await listen('9007199254740993')]
    const write = (text: string, number: string) =>
      sql('insert into $schema.notes (text, org) values ($1, $2)', [text, number])
    await write('for the odd', '9007199254740993')
    await write('for the even', '9007199254740992')
    await even.next(({ push }) => push?.pub?.data.record.text === 'for the even')
    await write('for the odd again', '9007199254740993')
    await expect.poll(() => textsOf(odd), { timeout: 45_000 }).toEqual(['for the odd', 'for the odd again'])
    expect(textsOf(even)).toEqual(['for the even'])
  } finally {
    await app.stop()
  }
})
