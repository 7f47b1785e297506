// Who follows the schema of a project is told of each change of it, and of nothing else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectSocket } from '#modules/realtime/realtime.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let base: string
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.stop())

const call = (of: TestProject, path: string, body: unknown) =>
  app.api('POST', `/projects/${of.id}${path}`, { token: of.token, body })
const column = { name: 'title', data_type: 'string' }

test('tells of tables and columns of the own project, to dashboard users alone', async () => {
  const other = await app.createProject()
  const { data } = await call(project, '/realtime/token', { schema: true })
  expect(data.channel).toBe(`schema:${project.id}:tables`)
  const socket = await connectSocket(base, data.token)
  const told = () => socket.frames.filter(({ push }) => push?.channel === data.channel)
  await call(other, '/tables', { name: 'Theirs' })
  socket.send({ id: 8, ping: {} })
  await socket.next(({ id }) => id === 8)
  expect(told()).toEqual([])
  const { data: table } = await call(project, '/tables', { name: 'Books' })
  await expect.poll(told).not.toEqual([])
  expect(told()[0].push.pub).toEqual({ data: { type: 'schema' } })
  const before = told().length
  await call(project, `/tables/${table.id}/columns`, column)
  await expect.poll(() => told().length).toBeGreaterThan(before)

  // It is nobody's to write, has no history, and ends with its subscription.
  for (const [id, command] of [
    { publish: { channel: data.channel, data: {} } },
    { history: { channel: data.channel } },
    { presence: { channel: data.channel } },
  ].entries()) {
    socket.send({ id: id + 2, ...command })
    expect(await socket.next((frame) => frame.id === id + 2)).toMatchObject({ error: { code: 108 } })
  }
  socket.send({ id: 9, unsubscribe: { channel: data.channel } })
  await socket.next(({ id }) => id === 9)
  const all = told().length
  await call(project, '/tables', { name: 'Loans' })
  socket.send({ id: 10, ping: {} })
  await socket.next(({ id }) => id === 10)
  expect(told()).toHaveLength(all)
  socket.close()

  const connection = `/projects/${project.id}/realtime/connect?table=books`
  const key = (await app.api('POST', connection, { key: project.secret })).data
  const keyed = await connectSocket(base, key.token)
  keyed.send({ id: 2, subscribe: { channel: data.channel } })
  expect(await keyed.next(({ id }) => id === 2)).toMatchObject({ error: { code: 103 } })
  keyed.close()
  expect((await call(project, '/realtime/token', { schema: true, table: 'books' })).status).toBe(400)
})
