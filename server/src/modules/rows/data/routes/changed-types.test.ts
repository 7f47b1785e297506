// Reading and writing while the schema changes beneath: connections keep statements prepared for what a table was.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp({ poolSize: 2 })
  project = await app.createProject()
})
afterAll(() => app.stop())

const schema = (method: string, path: string, body?: object) =>
  app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })
const insert = (a: unknown) => app.api('POST', '/data/turns', { key: project.secret, body: { a } })
const find = async (a: unknown) => {
  const answer = await app.api('GET', `/data/turns?a=eq.${a}&select=a`, { key: project.secret })
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}

// Every connection of the pool gets to know the statements.
const warm = (a: unknown) => Promise.all(Array.from({ length: 8 }, () => Promise.all([insert(a), find(a)])))

const CHANGES: [object, unknown][] = [
  [{ data_type: 'integer' }, 1],
  [{ data_type: 'bigint' }, 9_007_199_254_740],
  [{ data_type: 'text' }, 'one'],
  [{ data_type: 'enum', enum_values: ['low', 'high'], force: true }, 'low'],
  [{ enum_values: ['low', 'high', 'top'] }, 'top'],
  [{ data_type: 'string', char_length: 4 }, 'four'],
  [{ data_type: 'string', char_length: 20 }, 'longer than four'],
]

test('each change of a type holds for the very next write and filter', async () => {
  const columns = [{ name: 'a', data_type: 'smallint', required: false, unique: false, indexed: false }]
  expect((await schema('POST', '/tables', { name: 'turns', columns })).status).toBe(201)
  await warm(1)
  for (const [change, value] of CHANGES) {
    const changed = await schema('PATCH', '/tables/turns/columns/a', change)
    expect(changed.status, changed.text).toBe(200)
    const answers = await Promise.all(Array.from({ length: 8 }, () => insert(value)))
    for (const answer of answers) expect(answer.status, `${JSON.stringify(change)} ${answer.text}`).toBe(201)
    expect((await find(value)).length).toBeGreaterThanOrEqual(8)
  }
})

test('a table that is dropped and made again with other types is a new one', async () => {
  const make = (data_type: string) =>
    schema('POST', '/tables', {
      name: 'again',
      columns: [{ name: 'a', data_type, required: false, unique: false, indexed: false }],
    })
  const { data } = await make('integer')
  const add = (a: unknown) => app.api('POST', '/data/again', { key: project.secret, body: { a } })
  await Promise.all(Array.from({ length: 8 }, () => add(1)))
  expect((await schema('DELETE', `/tables/${data.id}`)).status).toBe(204)
  expect((await add(1)).status).toBe(404)
  await make('text')
  for (let n = 0; n < 8; n++) expect((await add('one')).status).toBe(201)
})
