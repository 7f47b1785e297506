// The root key: made once, opened by the master key alone, the same after every rotation.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { masterKeyFrom } from '#platform/crypto/keys.ts'
import { type OpenTestDatabase, openTestDatabase } from '#test/database.ts'
import { TEST_SECRET, testKeys } from '#test/test-database.ts'
import { admitMasterKey, MasterKeyError, openRootKey, rotateMasterKey } from './root-key.ts'

const [FIRST, SECOND, THIRD] = ['first', 'second', 'third'].map(
  (name) => `the ${name} master key of this test, long`,
) as [string, string, string]

let database: OpenTestDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.drop())

const only = (present: string) => ({ present, previous: [] })
const open = async (present: string, ...previous: string[]) =>
  (await openRootKey(database.connection, { present, previous })).password('test')
const wrappings = async () =>
  (await database.query('select * from msingi_keys.root_key order by created_at')).rows

test('is random, made once, and the same for all who start at the same moment', async () => {
  const opened = await Promise.all([1, 2, 3].map(() => open(FIRST)))
  expect(new Set(opened).size).toBe(1)
  expect(opened[0]).not.toBe(masterKeyFrom(FIRST).password('test'))
  expect(await wrappings()).toHaveLength(1)
  const other = await openTestDatabase()
  expect((await openRootKey(other.connection, only(FIRST))).password('test')).not.toBe(opened[0])
  await other.drop()
})

test('another master key does not open it, and the refusal says which does', async () => {
  await open(FIRST)
  const [{ key_id }] = (await wrappings()) as [{ key_id: string }]
  const refusal = await open(SECOND).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(MasterKeyError)
  expect(String(refusal)).toContain(`takes the one with the id ${key_id}`)
  for (const text of [FIRST, SECOND]) expect(String(refusal)).not.toContain(text)
  await expect(rotateMasterKey(database.connection, only(SECOND))).rejects.toThrow(MasterKeyError)
})

test('a rotation shuts the old key out and changes nothing that derives', async () => {
  const before = await open(FIRST)
  // As nodes start again one by one, some with the new setting and some with the old one.
  expect(await open(SECOND, FIRST)).toBe(before)
  expect(await open(SECOND)).toBe(before)
  expect(await open(FIRST)).toBe(before)
  await rotateMasterKey(database.connection, { present: SECOND, previous: [FIRST] })
  expect(await open(SECOND)).toBe(before)
  await expect(open(FIRST)).rejects.toThrow(MasterKeyError)
  expect(await wrappings()).toHaveLength(1)
  await rotateMasterKey(database.connection, { present: THIRD, previous: [FIRST, SECOND] })
  expect(await open(THIRD)).toBe(before)
  await expect(open(SECOND, FIRST)).rejects.toThrow(MasterKeyError)
})

test('a key that is let in opens it beside the present one, until a rotation', async () => {
  const before = await open(FIRST)
  await admitMasterKey(database.connection, only(FIRST), SECOND)
  expect(await Promise.all([open(FIRST), open(SECOND)])).toEqual([before, before])
})

test('a wrapping that was changed, or moved to the name of another key, does not open', async () => {
  await open(FIRST)
  await admitMasterKey(database.connection, only(FIRST), SECOND)
  await database.query(
    `update msingi_keys.root_key set wrapped = (select wrapped from msingi_keys.root_key order by created_at limit 1)`,
  )
  expect(await open(FIRST)).toEqual(expect.any(String))
  await expect(open(SECOND)).rejects.toThrow()
})

test('a database in use from before there was a root key keeps the master key as its root', async () => {
  // The template of the tests was brought up with this key.
  expect(await open(TEST_SECRET)).toBe(testKeys.password('test'))
})

test('so does one that is restored on a server without its roles, also when the key changes at once', async () => {
  await database.query(
    `insert into platform.accounts (email, full_name, password_hash) values ('a@example.com', 'A', '')`,
  )
  expect(await open(SECOND, FIRST)).toBe(masterKeyFrom(FIRST).password('test'))
  expect(await open(SECOND)).toBe(masterKeyFrom(FIRST).password('test'))
})

test('the table shows neither the root key nor a master key', async () => {
  const { connection } = database
  const root = await openRootKey(connection, only(FIRST))
  await rotateMasterKey(connection, { present: SECOND, previous: [FIRST] })
  const text = JSON.stringify(await wrappings())
  for (const secret of [
    FIRST,
    SECOND,
    root.password('test'),
    root.derive('seal:root-key').toString('base64url'),
  ])
    expect(text).not.toContain(secret)
})
