// Functions: drafts that can be edited, immutable versions of which one runs, every change audited.
import type { z } from 'zod'
import {
  dependenciesOf,
  entryOf,
  LOCK_FILE,
  type Runtime,
  type SourceFiles,
} from '#modules/automation/functions/bundle/source-files.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { actorName } from '#platform/credentials/actor.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { alreadyExists, conflict, invalidInput, notFound } from '#platform/errors/app-error.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import type { Deployment } from './deployment.ts'
import type { functionCreate, functionUpdate } from './functions.schema.ts'
import * as store from './functions.store.ts'

/** MAX_FUNCTIONS is how many functions a project has at most. */
export const MAX_FUNCTIONS = 500
/** KEPT_VERSIONS is how many versions of a function are kept. */
export const KEPT_VERSIONS = 50

/** FUNCTIONS_CHANGED is the topic on which nodes learn that a project's functions have changed. */
export const FUNCTIONS_CHANGED = topic('functions')

const EXAMPLE = `export default {
  async fetch(request, env, ctx) {
    return Response.json({ hello: ctx.caller.type })
  },
}
`

/** listFunctions returns a project's functions. */
export function listFunctions(platform: Platform, { project }: Act) {
  return store.listFunctions(poolOf(platform, project), project.id)
}

/** getFunction returns a function with its draft. */
export async function getFunction(platform: Platform, { project }: Act, id: string) {
  const db = poolOf(platform, project)
  const row = await found(store.findFunction(db, project.id, id))
  return present(db, row)
}

/** createFunction stores a function that does not run yet, or throws 409 where its slug is taken. */
export function createFunction(platform: Platform, act: Act, input: z.output<typeof functionCreate>) {
  const { code, files, ...fields } = input
  const slug = input.slug ?? slugOf(input.name)
  const draft = draftOf(input.runtime, { [entryOf(input.runtime)]: EXAMPLE }, code, files)
  return change(platform, act, async (db) => {
    if ((await store.countFunctions(db, act.project.id)) >= MAX_FUNCTIONS)
      throw conflict('limit_reached', `A project has at most ${MAX_FUNCTIONS} functions.`)
    const row = await store.insertFunction(db, act.project.id, { ...fields, slug, files: draft }, act.at)
    if (row === undefined)
      throw alreadyExists(
        input.slug === undefined ? 'name' : 'slug',
        `This project already has a function ${slug}. Choose another slug.`,
      )
    await audit(db, act, 'functions.create', row)
    return present(db, row)
  })
}

/** updateFunction changes a function's settings at once, and its draft; what runs is changed by `deploy`. */
export function updateFunction(
  platform: Platform,
  act: Act,
  id: string,
  { code, files, ...fields }: z.output<typeof functionUpdate>,
) {
  return change(platform, act, async (db) => {
    const old = await found(store.findFunction(db, act.project.id, id, { lock: true }))
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const draft = draftOf(old.runtime, old.files, code, files)
    const row = await store.updateFunction(db, { ...old, ...given, files: draft }, act.at)
    await audit(db, act, 'functions.update', row)
    return present(db, row)
  })
}

/** removeFunction deletes a function with its versions and triggers; it throws 409 where something else calls it. */
export async function removeFunction(
  platform: Platform,
  act: Act,
  id: string,
  force: boolean,
): Promise<void> {
  await change(platform, act, async (db) => {
    const row = await found(store.findFunction(db, act.project.id, id, { lock: true }))
    const target = { kind: 'function', id, name: row.slug } as const
    await platform.references.clear(db, act, target, force)
    await store.deleteFunction(db, act.project.id, id)
    await audit(db, act, 'functions.delete', row)
  })
}

/**
 * deploy bundles the draft into a new version, which runs at once. Where that fails, or the new version cannot run, what runs
 * goes on.
 */
export async function deploy(platform: Platform, deployment: Deployment, act: Act, id: string) {
  const draft = await found(store.findFunction(poolOf(platform, act.project), act.project.id, id))
  // Before the transaction: a compiler may take a while, and locks are not held meanwhile.
  const { code, places, files } = await compile(platform, deployment, act, draft)
  return change(platform, act, async (db) => {
    const row = await found(store.findFunction(db, act.project.id, id, { lock: true }))
    const written = { bundle: code, places, created_by: actorName(act.actor), at: act.at }
    const version = await store.insertVersion(db, { ...row, files }, written, KEPT_VERSIONS)
    // The draft keeps the lock, unless it was changed meanwhile: the next deployment has the same packages.
    const kept = sameFiles(row.files, draft.files) ? files : row.files
    const updated = await store.updateFunction(db, { ...row, files: kept, version }, act.at)
    await audit(db, act, 'functions.deploy', updated)
    return present(db, updated)
  })
}

async function compile(
  { gates }: Platform,
  { compiler, registry, trial }: Deployment,
  { project }: Act,
  row: store.FunctionRow,
) {
  const { runtime, files } = row
  const dependencies = dependenciesOf(files)
  const hasPackages = Object.keys(dependencies).length > 0
  const packages = hasPackages ? { dependencies, registry: await registry.get() } : undefined
  const tenant = tenantOf(project)
  let leave = await gates[hasPackages ? 'downloads' : 'bundles'].enter(tenant)
  // Its process lives on, so that what it has fetched holds its place until there is one to compile.
  const fetched = async () => {
    const leaveDownloads = leave
    leave = await gates.packages.enter(tenant)
    leaveDownloads()
  }
  try {
    const { lock, ...built } = await compiler.compile({ runtime, files, packages }, fetched)
    await trial(project, row, built)
    return { ...built, files: lock === null ? files : { ...files, [LOCK_FILE]: lock } }
  } finally {
    leave()
  }
}

/** rollback lets an earlier or later version run. */
export function rollback(platform: Platform, act: Act, id: string, version: number) {
  return change(platform, act, async (db) => {
    const row = await found(store.findFunction(db, act.project.id, id, { lock: true }))
    if ((await store.findVersion(db, id, version)) === undefined) throw notFound(`Version ${version}`)
    const updated = await store.updateFunction(db, { ...row, version }, act.at)
    await audit(db, act, 'functions.rollback', updated)
    return present(db, updated)
  })
}

/** listVersions returns the versions of a function that are kept. */
export async function listVersions(platform: Platform, { project }: Act, id: string) {
  const db = poolOf(platform, project)
  const { version: live } = await found(store.findFunction(db, project.id, id))
  const rows = await store.listVersions(db, id)
  return rows.map((row) => ({ ...row, live: row.version === live }))
}

/** getVersion returns a version with its source. */
export async function getVersion(platform: Platform, { project }: Act, id: string, version: number) {
  const db = poolOf(platform, project)
  const { version: live } = await found(store.findFunction(db, project.id, id))
  const row = await store.findVersion(db, id, version)
  if (row === undefined) throw notFound(`Version ${version}`)
  return { ...row, live: version === live }
}

function draftOf(
  runtime: Runtime,
  old: SourceFiles,
  code: string | undefined,
  files: SourceFiles | undefined,
): SourceFiles {
  const entry = entryOf(runtime)
  if (code !== undefined && files?.[entry] !== undefined)
    throw invalidInput(`code and files.${entry} are the same file: send one of them.`)
  const draft = { ...(files ?? old), ...(code === undefined ? {} : { [entry]: code }) }
  if (draft[entry] === undefined) throw invalidInput(`files must hold ${entry}, where the function begins.`)
  return draft
}

async function present(db: Queryable, row: store.FunctionRow) {
  const live = row.version === null ? undefined : await store.findVersion(db, row.id, row.version)
  const changed = live === undefined || !sameFiles(live.files, row.files)
  return { ...row, code: row.files[entryOf(row.runtime)] ?? '', changed }
}

function sameFiles(a: SourceFiles, b: SourceFiles): boolean {
  const paths = Object.keys(a)
  return paths.length === Object.keys(b).length && paths.every((path) => a[path] === b[path])
}

function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
  const trimmed = slug.startsWith('-') ? slug.slice(1) : slug
  const result = trimmed.endsWith('-') ? trimmed.slice(0, -1) : trimmed
  if (result === '')
    throw invalidInput('slug is required where the name has no letters from a to z or digits.')
  return result
}

async function found<T>(row: Promise<T | undefined>): Promise<T> {
  const result = await row
  if (result === undefined) throw notFound('The function')
  return result
}

// Every node forgets what it knows of the project's functions once the change is committed.
async function change<T>(
  platform: Platform,
  { project }: Act,
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  const pool = poolOf(platform, project)
  const result = await transaction(pool, work)
  await platform.invalidations.publish(FUNCTIONS_CHANGED, project.id)
  return result
}

function audit(db: Queryable, act: Act, action: string, { id, slug, version }: store.FunctionRow) {
  return recordAudit(db, act, { action, target: id, details: { slug, version } })
}

function poolOf({ clusters }: Platform, project: Act['project']) {
  return clusters.main.adminOf(project)
}
