// The page of errors lists what there is, and a message says what is wrong by itself.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { invalidInput, OUTCOMES } from './app-error.ts'

test('docs/errors.md lists every code with its status and its sentence', async () => {
  const page = await readFile(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')
  const listed = page.split('\n').filter((line) => line.startsWith('| `'))
  const known = Object.entries(OUTCOMES).map(
    ([code, [status, sentence]]) => `| \`${code}\` | ${status} | ${sentence} |`,
  )
  expect(listed.toSorted()).toEqual(known.toSorted())
})

const LONG = `${'x'.repeat(300)}.`

test.each<[string[], string]>([
  [['title is required.'], 'title is required.'],
  [['title is required.', 'price: must be a number.'], 'title is required. price: must be a number.'],
  [
    ['index.ts:1:1: Expected "}"', 'index.ts:2:1: Unexpected "x"'],
    'index.ts:1:1: Expected "}". index.ts:2:1: Unexpected "x".',
  ],
  [
    ['a is required.', 'b is required.', 'c is required.', 'd is required.', 'e is required.'],
    'a is required. b is required. c is required. And 2 more.',
  ],
  [[LONG, LONG, LONG], `${LONG} And 2 more.`],
])('the message of %j says the first sentences', (errors, message) => {
  expect(invalidInput(errors)).toMatchObject({ message, errors })
})
