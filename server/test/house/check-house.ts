// Part of `npm run check`: every import of the repository is allowed by house.ts.
import { fileURLToPath } from 'node:url'
import { problemsOf } from './problems.ts'
import { readImports } from './read-imports.ts'

const problems = problemsOf(readImports(fileURLToPath(new URL('../../..', import.meta.url))))
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
