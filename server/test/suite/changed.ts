// `npm run test:changed`: runs the quick tests of what the working tree touches. Nearly every test starts the whole server,
// so that what imports a file says nothing: the folder of a changed file says what it is about.
import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { chooseTests } from './choose-tests.ts'

const server = fileURLToPath(new URL('../..', import.meta.url))
const { filters, left } = chooseTests(changedPaths())
if (left.length > 0) console.log(`No tests are chosen for these, npm test runs all:\n  ${left.join('\n  ')}`)
if (filters.length === 0) process.exit(0)
console.log(`Slow tests are left out: npm run test:slow -- ${filters.join(' ')}`)
const suite = fileURLToPath(new URL('./run-suite.ts', import.meta.url))
const flags = ['--project', 'quick', '--project', 'quick-alone', '--passWithNoTests']
const options = { cwd: server, stdio: 'inherit' } as const
const { status } = spawnSync(process.execPath, [suite, ...flags, ...filters], options)
process.exit(status ?? 1)

function changedPaths(): string[] {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0')
  const changed = git('diff', '--name-only', '-z', 'HEAD')
  const created = git('ls-files', '--others', '--exclude-standard', '-z')
  return [...changed, ...created].filter((path) => path !== '')
}
