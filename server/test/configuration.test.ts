// docs/configuration.md is generated; this holds it against the settings as they are.
import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '#platform/config/config.ts'
import { configurationDocs } from '#platform/config/config-docs.ts'

const page = new URL('../../docs/configuration.md', import.meta.url)

test('docs/configuration.md tells every setting as it is', async () => {
  if (process.env.UPDATE_DOCS === 'on') await writeFile(page, configurationDocs())
  expect(await readFile(page, 'utf8')).toBe(configurationDocs())
})

test('with nothing set, a server for development on this machine', () => {
  expect(readConfig({})).toMatchObject({ port: 8080, host: '127.0.0.1', production: false, rateLimits: true })
})

test('an empty setting counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined })
})

test.each([
  [{ PORT: '65536' }, 'PORT'],
  [{ PORT: 'eighty' }, 'PORT'],
  [{ MSINGI_ENV: 'staging' }, 'MSINGI_ENV'],
  [{ MSINGI_MASTER_KEY: 'short' }, 'MSINGI_MASTER_KEY'],
  [{ DATABASE_URL: 'localhost' }, 'DATABASE_URL'],
  [{ MSINGI_RATE_LIMITS: 'no' }, 'MSINGI_RATE_LIMITS'],
  [{ MSINGI_POOL_SIZE: '0' }, 'MSINGI_POOL_SIZE'],
])('%o is refused by name', (environment, name) => {
  expect(() => readConfig(environment)).toThrow(ConfigError)
  expect(() => readConfig(environment)).toThrow(new RegExp(`^${name}: `))
})
