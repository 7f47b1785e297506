// `npm test` and `npm run test:slow`: run the tests of their kind, all or those whose path contains a word, then each file
// that failed once more by itself. A file that passes then failed by chance: the run is green, and names it as a debt.
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseCLI, startVitest, type Vitest } from 'vitest/node'
import { type Failure, failedFiles } from './failed-files.ts'
import { spawnVitest } from './spawn-vitest.ts'

// More files than these do not fail by chance.
const MOST_FILES = 5

const args = process.argv.slice(2)
const { filter, options } = parseCLI(['vitest', 'run', ...args])
// Vitest sets variables that a run of its own must not see.
const environment = { ...process.env }

const vitest = await startVitest(filter, { ...options, run: true, watch: false })
process.exit((await isGreen(vitest, !process.exitCode)) ? 0 : 1)

async function isGreen({ state, config: { root } }: Vitest, passed: boolean): Promise<boolean> {
  // Kept until the next run of its kind.
  const [kind = 'tests'] = [options.project ?? []].flat()
  const list = join(root, `flaky-${kind}.log`)
  await rm(list, { force: true })
  if (passed) return true
  if (filter.length > 0 && state.getFiles().length === 0)
    return red('No such test: quick ones run with npm test, slow ones with npm run test:slow')
  const failed = failedFiles(state.getTestModules(), state.getUnhandledErrors())
  if (failed === undefined) return red('Something failed outside of the test files')
  if (failed.length > MOST_FILES) return red(`${failed.length} files failed, more than ${MOST_FILES}`)
  const flaky: string[] = []
  let green = true
  for (const { file, failures } of failed) {
    const name = relative(root, file)
    console.log(`\nOnce more, by itself: ${name}`)
    if (await passesAlone(file)) flaky.push(...failures.map((failure) => lineOf(name, failure)))
    else green = red(`${name} failed twice`)
  }
  const text = `FLAKY: failed, and passed by themselves. Mend them before anything else.\n${flaky.join('')}`
  if (flaky.length > 0) {
    console.log(`\n${text}`)
    await writeFile(list, text)
  }
  return green
}

async function passesAlone(file: string): Promise<boolean> {
  const flags = args.filter((arg) => !filter.includes(arg))
  const child = spawnVitest([...flags, file], { stdio: 'inherit', env: environment })
  const [code] = await once(child, 'exit')
  return code === 0
}

function lineOf(file: string, { test, message }: Failure): string {
  return `FLAKY ${file} > ${test}\n${message.replace(/^/gm, '    ')}\n`
}

function red(why: string): false {
  console.error(`\n${why}: the run has failed.`)
  return false
}
