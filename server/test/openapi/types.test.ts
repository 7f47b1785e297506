// The committed types of the API (clients/api-types) are those of the routes that are registered.
import { readFile, writeFile } from 'node:fs/promises'
import { generateTypes } from '@msingi/api-types/generate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'

const FILE = new URL('../../../clients/api-types/src/api.ts', import.meta.url)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('clients/api-types holds the types of this API', async () => {
  const types = await generateTypes(await app.app.describeApi())
  expect(types).toContain('"/api/v1/projects"')
  if (process.env.UPDATE_TYPES === 'on') await writeFile(FILE, types)
  const committed = await readFile(FILE, 'utf8').catch(() => '')
  expect(committed === types, 'the API has changed: run `npm run api:types` and commit the result').toBe(true)
})
