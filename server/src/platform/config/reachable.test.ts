// The address of a database against PostgreSQL itself.
import { expect, inject, test } from 'vitest'
import { checkDatabase } from './reachable.ts'
import { settings } from './settings.ts'

test('a database is reached by the folder of its socket, without a host', async () => {
  const { host, port, user, password } = inject('server')
  const address = `postgres://${user}:${encodeURIComponent(password)}@/postgres?host=${encodeURIComponent(host)}&port=${port}`
  expect(settings.databaseUrl.schema.parse(address)).toBe(address)
  await checkDatabase(address)
})
