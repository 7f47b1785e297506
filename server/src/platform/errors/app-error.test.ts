// The page of errors lists what there is.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { OUTCOMES } from './app-error.ts'

test('docs/errors.md lists every code with its status and its sentence', async () => {
  const page = await readFile(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')
  const listed = page.split('\n').filter((line) => line.startsWith('| `'))
  const known = Object.entries(OUTCOMES).map(
    ([code, [status, sentence]]) => `| \`${code}\` | ${status} | ${sentence} |`,
  )
  expect(listed.toSorted()).toEqual(known.toSorted())
})
