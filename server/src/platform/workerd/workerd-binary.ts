// Binaries of npm packages, or copies of them that other users can run.
import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdtemp, rename } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { canUse, type RunUser } from '#platform/postgres/directory/run-user.ts'

/** findWorkerd returns the path of the binary, or undefined where there is none for this platform. */
export function findWorkerd(): string | undefined {
  try {
    const found: unknown = createRequire(import.meta.url)('workerd')
    const path = (found as { default?: unknown }).default ?? found
    return typeof path === 'string' ? path : undefined
  } catch {
    return undefined
  }
}

const RUN_MS = 10_000
const MAX_REASON = 300

/** whyNotRunnable returns why this machine cannot run a program, or undefined where it can. */
export async function whyNotRunnable(path: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  execFile(path, ['--version'], { timeout: RUN_MS }, (error, _stdout, stderr) => {
    // On a machine that is too busy to say, it may well run.
    if (error === null || error.killed === true) return resolve(undefined)
    const [said = ''] = stderr.trim().split('\n', 1)
    resolve((said === '' ? error.message : said).slice(0, MAX_REASON))
  })
  return promise
}

/** binaryFor returns a path at which the user can run the binary: its own, or that of a copy in the directory. */
export async function binaryFor(path: string, user: RunUser | undefined, directory: string): Promise<string> {
  if (user === undefined || canUse(path, user)) return path
  const copy = join(directory, basename(path))
  // Renamed into its place, since a file that is still being written cannot be run.
  const draft = join(await mkdtemp(`${copy}-`), basename(path))
  await copyFile(path, draft)
  await chmod(draft, 0o755)
  await rename(draft, copy)
  return copy
}
