// Runs of comments that the scanner reads again and again, and comments that people write.
import { expect, test } from 'vitest'
import { hasCommentRun } from './comment-runs.ts'

test.each([
  'select 1 /* one */ + /* two */ 2',
  `/${'*'.repeat(500)}/ select 1`,
  `/*${'='.repeat(500)}*/ select 1`,
  `-- ${'/* '.repeat(500)}`,
  `select ${'1/*x*/+'.repeat(500)}1`,
])('%# is passed', (sql) => {
  expect(hasCommentRun(sql)).toBe(false)
})

test.each([`select ${'/*'.repeat(17)}`, `/*${'+/*'.repeat(20)}`, `/*x${'*/*/*'.repeat(20)}`])(
  '%# is refused',
  (sql) => {
    expect(hasCommentRun(sql)).toBe(true)
  },
)
