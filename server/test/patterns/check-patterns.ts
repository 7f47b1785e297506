// Part of `npm run check`: every regular expression of the server is linear, or reviewed.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { problemsIn } from './linear-patterns.ts'

const src = fileURLToPath(new URL('../../src', import.meta.url))
const files = globSync('**/*.ts', { cwd: src }).filter((file) => !file.endsWith('.test.ts'))
const problems = files.flatMap((file) => problemsIn(file, readFileSync(join(src, file), 'utf8')))
for (const problem of problems) console.error(problem)
if (problems.length > 0) {
  console.error('Write a pattern that never goes back, or bound the text and say so in reviewed-patterns.ts.')
  process.exitCode = 1
}
