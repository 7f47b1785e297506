// Part of `npm run check`: every regular expression of the server is linear, or reviewed; no test reads a page only once, or
// lets a process inherit its output.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { earlyReadsIn, usesBrowser } from './early-reads.ts'
import { problemsIn } from './linear-patterns.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SRC = join(ROOT, 'server/src')

/** report prints problems with what to do about them, and has the check fail. */
function report(problems: readonly string[], advice: string): void {
  if (problems.length === 0) return
  for (const problem of problems) console.error(problem)
  console.error(advice)
  process.exitCode = 1
}

const sources = globSync('**/*.ts', { cwd: SRC }).filter((file) => !file.endsWith('.test.ts'))
report(
  sources.flatMap((file) => problemsIn(file, readFileSync(join(SRC, file), 'utf8'))),
  'Write a pattern that never goes back, or bound the text and say so in reviewed-patterns.ts.',
)

const tests = globSync('{console/test,server/src,server/test}/**/*.test.ts', { cwd: ROOT })
report(
  tests.flatMap((file) => {
    const code = readFileSync(join(ROOT, file), 'utf8')
    return usesBrowser(code) ? earlyReadsIn(file, code) : []
  }),
  'Read until it is there: await expect.poll(() => row.count()).toBe(2).',
)

const used = globSync('{console/test,server/src,server/test}/**/*.ts', { cwd: ROOT }).filter(
  (file) => !/^server\/test\/(?:suite|patterns)\//.test(file),
)
report(
  used.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes("'inherit'")),
  'A process that holds the output of the tests keeps their run from its end: start it with startChild of child-process.ts.',
)
