// The process in which one function is compiled: it reads a CompileTask, writes what became of it, and ends. Whatever it needs
// of the server's files it has read before it gives up the rights to read them.
import { writeFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { getPriority } from 'node:os'
import { argv, env, setgid, setgroups, setuid, stdin, stdout } from 'node:process'
import { getCACertificates } from 'node:tls'
import { AppError } from '#platform/errors/app-error.ts'
import { exit } from '#platform/exit/exit.ts'
import { installPackages } from '#platform/npm/install-packages.ts'
import { readLock, writeLock } from '#platform/npm/lock.ts'
import { openRegistry } from '#platform/npm/registry.ts'
import { resolvePackages } from '#platform/npm/resolve-packages.ts'
import { bundle, isDead, startEsbuild } from './bundle.ts'
import { type ClientSource, readClient } from './client-source.ts'
import { preparePlaces } from './code-places.ts'
import { type CompileHead, type CompileTask, FETCHED, READY, writeResult } from './compile-task.ts'
import { LOCK_FILE } from './source-files.ts'

function giveUpRights(id: number): void {
  setgroups?.([])
  setgid?.(id)
  setuid?.(id)
}

// JSON has no line breaks.
async function* linesOf(input: NodeJS.ReadStream): AsyncGenerator<string, undefined> {
  let text = ''
  for await (const part of input.setEncoding('utf8')) {
    const lines = `${text}${part}`.split('\n')
    text = lines.pop() ?? ''
    yield* lines
  }
}

async function work(task: CompileTask, client: ClientSource, fetched: () => Promise<void>) {
  const { runtime, files, folder } = task
  if (task.packages === undefined) return { ...(await bundle(runtime, files, client)), lock: null }
  const { dependencies, registry } = task.packages
  const source = openRegistry(registry)
  const lock = readLock(files[LOCK_FILE], dependencies) ?? (await resolvePackages(source, dependencies))
  await installPackages(source, lock, folder)
  await fetched()
  return { ...(await bundle(runtime, files, client, folder)), lock: writeLock(lock, dependencies) }
}

function failureOf(error: unknown): CompileHead {
  if (isDead(error)) return { tooMuch: true }
  if (!(error instanceof AppError)) throw error
  const { code, message, errors, details, headers, cause } = error
  return {
    error: {
      code,
      message,
      errors,
      details,
      headers,
      ...(cause === undefined ? {} : { reason: String(cause) }),
    },
  }
}

// Its session is a group of its own where Linux makes groups of sessions (autogroup, sched(7)): there the priority of the group counts.
await writeFile('/proc/self/autogroup', String(getPriority())).catch(() => {})
const client = await readClient()
if (Object.keys(env).some((name) => /CERT|_CA$/.test(name))) getCACertificates('default')
flushCompileCache()
const id = Number(argv[2])
if (id > 0) giveUpRights(id)
const stopEsbuild = await startEsbuild()
process.once('SIGTERM', () => void stopEsbuild().finally(() => exit(1)))
stdout.write(READY)
const lines = linesOf(stdin)
const { value: given } = await lines.next()
const fetched = async () => {
  stdout.write(FETCHED)
  await lines.next()
}
// Otherwise nobody has needed it.
if (given !== undefined) {
  const result = await work(JSON.parse(given) as CompileTask, client, fetched).then(
    ({ code, map, lock }) => writeResult({ lock }, code, preparePlaces(map)),
    (error) => writeResult(failureOf(error)),
  )
  await new Promise((resolve) => stdout.write(result, resolve))
}
await stopEsbuild()
exit(0)
