// Tables and columns may be called what the server's own SQL calls its parts, or what SQL itself does.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'

let app: TestApp
let data: DataDriver
beforeAll(async () => {
  app = await startTestApp()
  data = driveData(app, await app.createProject())
})
afterAll(() => app.stop())

const NAMES = [
  ...['t', 'c', 'r', 'j', 'p', 'v', 'n', 'changed', 'visible', 'excluded', 'old', 'new', 'row', 'value'],
  ...['table', 'user', 'from', 'where', 'default', 'all', 'null', 'current_user', 'oid', 'json', 'auth'],
  ...['constructor', 'prototype', 'to_string', 'has_own_property', 'length', 'name', 'key', 'role', 'kind'],
]

test('every one of them can be written, read, filtered, sorted, changed and deleted', async () => {
  const columns = Object.fromEntries(NAMES.map((name) => [name, { data_type: 'string', unique: true }]))
  await data.table('t', columns)
  const given = Object.fromEntries(NAMES.map((name) => [name, `${name} 1`]))
  const other = Object.fromEntries(NAMES.map((name) => [name, `${name} 2`]))
  const row = await data.insert('t', given)
  expect(row).toMatchObject(given)
  expect(await data.insert('t', [other])).toMatchObject([other])
  expect((await data.call('GET', `/data/t/${row.id}`)).data).toEqual(row)
  const page = await data.call('GET', '/data/t?limit=1')
  expect(page.data).toMatchObject([other])
  expect((await data.call('GET', `/data/t?cursor=${page.headers['x-next-cursor']}`)).data).toEqual([row])
  for (const name of NAMES) {
    const query = `${name}=eq.${name} 1&${name}=ilike.${name}%25&select=${name}&order=${name}.desc`
    expect((await data.call('GET', `/data/t?${query}`)).data, name).toEqual([{ [name]: `${name} 1` }])
    const changed = await data.call('PATCH', `/data/t/${row.id}`, { body: { [name]: 'x' } })
    expect(changed.data?.[name], changed.text).toBe('x')
    const headers = { prefer: 'resolution=merge-duplicates' }
    const merged = await data.call('POST', `/data/t?on_conflict=${name}`, { body: { [name]: 'x' }, headers })
    expect(merged.data?.id, merged.text).toBe(row.id)
  }
  expect((await data.call('DELETE', `/data/t/${row.id}`)).status).toBe(204)
  expect((await data.call('GET', '/data/t?count=exact')).data).toEqual({ count: 1 })
})

test('and tables too', async () => {
  for (const name of NAMES.slice(1)) {
    await data.table(name, { [name]: 'string' })
    await data.policy(name, { action: 'select', subject: 'public', condition: `"${name}" <> 'hidden'` })
    const { id } = await data.insert(name, { [name]: 'a' })
    expect(await data.list(name, `${name}=eq.a`), name).toEqual([id])
    expect((await data.call('DELETE', `/data/${name}/${id}`)).status, name).toBe(204)
  }
})
