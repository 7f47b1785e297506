// The process in which a function with packages is bundled: it reads a PackageTask, writes a PackageResult, and ends.
import { stdin, stdout } from 'node:process'
import { json } from 'node:stream/consumers'
import { AppError } from '#platform/errors/app-error.ts'
import { installPackages } from '#platform/npm/install-packages.ts'
import { readLock, writeLock } from '#platform/npm/lock.ts'
import { openRegistry } from '#platform/npm/registry.ts'
import { resolvePackages } from '#platform/npm/resolve-packages.ts'
import { bundle } from './bundle.ts'
import type { PackageBundle, PackageResult, PackageTask } from './package-bundle.ts'
import { LOCK_FILE } from './source-files.ts'

async function work({ runtime, files, dependencies, registry, folder }: PackageTask): Promise<PackageBundle> {
  const source = openRegistry(registry)
  const lock = readLock(files[LOCK_FILE], dependencies) ?? (await resolvePackages(source, dependencies))
  await installPackages(source, lock, folder)
  return { ...(await bundle(runtime, files, folder)), lock: writeLock(lock, dependencies) }
}

function failureOf(error: unknown): PackageResult {
  if (!(error instanceof AppError)) throw error
  const { code, message, errors, details, headers, cause } = error
  return { error: { code, message, errors, details, headers, reason: String(cause) } }
}

const result = await work((await json(stdin)) as PackageTask).then((done) => ({ bundle: done }), failureOf)
stdout.end(JSON.stringify(result))
