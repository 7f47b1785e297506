// Environment variables: unique in their environment, written together or not at all, every change audited.
import type pg from 'pg'
import type { z } from 'zod'
import { recordAudit } from '#platform/audit/audit.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { transaction } from '#platform/db/transaction.ts'
import { alreadyExists, conflict, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import { isWritable } from './env-text.ts'
import type { variableCreate, variableUpdate } from './environment.schema.ts'
import * as store from './environment.store.ts'
import { MAX_ENVIRONMENT_BYTES, MAX_VARIABLES } from './variables.ts'

/** ENVIRONMENT_CHANGED is the topic on which nodes learn that a project's variables have changed. */
export const ENVIRONMENT_CHANGED = topic('environment')

type EnvironmentName = store.EnvironmentName

/** WrittenVariables says of each variable of a bulk write what became of it. */
export interface WrittenVariables {
  readonly created: store.VariableRow[]
  readonly changed: store.VariableRow[]
  readonly unchanged: store.VariableRow[]
  readonly removed: store.VariableRow[]
}

/** WriteOptions say what becomes of variables that are not named, and whether anything is changed at all. */
export interface WriteOptions {
  /** replace deletes them, except for those that no .env text can hold. */
  readonly replace?: boolean
  /** base is what was stored when the editing began: only what differs from it is written, or 409 where that has changed. */
  readonly base?: Readonly<Record<string, string>> | undefined
  /** dryRun undoes the write. */
  readonly dryRun?: boolean
}

/** listVariables returns a project's variables, of one environment where it is given. */
export function listVariables(platform: Platform, { project }: Act, environment?: EnvironmentName) {
  return store.listVariables(platform.clusters.main.adminOf(project), project.id, environment)
}

/** valuesOf returns the values of an environment by their keys, for functions. */
export async function valuesOf(
  platform: Platform,
  project: Act['project'],
  environment: EnvironmentName,
): Promise<Record<string, string>> {
  const rows = await store.listVariables(platform.clusters.main.adminOf(project), project.id, environment)
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

/** createVariable stores a new variable, or throws 409 where its environment has one of that key. */
export function createVariable(
  platform: Platform,
  act: Act,
  input: z.output<typeof variableCreate>,
): Promise<store.VariableRow> {
  return change(platform, act, async (db) => {
    const row = await store.insertVariable(db, act.project.id, input, act.at)
    if (row === undefined) throw taken(input)
    await audit(db, act, 'env.create', row)
    return row
  })
}

/** updateVariable changes a variable's value or environment. */
export function updateVariable(
  platform: Platform,
  act: Act,
  id: string,
  input: z.output<typeof variableUpdate>,
): Promise<store.VariableRow> {
  const { project, at } = act
  return change(platform, act, async (db) => {
    const old = await store.findVariable(db, project.id, id)
    if (old === undefined) throw notFound('The environment variable')
    const wanted = {
      ...old,
      value: input.value ?? old.value,
      environment: input.environment ?? old.environment,
    }
    if (wanted.value === old.value && wanted.environment === old.environment) return old
    const row = await store.updateVariable(db, project.id, wanted, at)
    if (row === undefined) throw taken(wanted)
    await audit(db, act, 'env.update', row, { previous_environment: old.environment })
    return row
  })
}

/** removeVariable deletes a variable; it throws 409 where a function reads it. */
export function removeVariable(platform: Platform, act: Act, id: string, force: boolean): Promise<void> {
  return change(platform, act, async (db) => {
    const row = await store.deleteVariable(db, act.project.id, id)
    if (row === undefined) throw notFound('The environment variable')
    const target = { kind: 'environment variable', id, name: row.key, scope: row.environment } as const
    await platform.references.clear(db, act, target, force)
    await audit(db, act, 'env.delete', row)
  })
}

/** writeVariables creates and changes variables of one environment, all of them or none; others stay unless replaced. */
export function writeVariables(
  platform: Platform,
  act: Act,
  environment: EnvironmentName,
  vars: Readonly<Record<string, string>>,
  { replace = false, base, dryRun = false }: WriteOptions = {},
): Promise<WrittenVariables> {
  const { project, at } = act
  const work = async (db: pg.PoolClient) => {
    const stored = await store.listVariables(db, project.id, environment)
    const known = new Map(stored.map((row) => [row.key, row]))
    const wanted = Object.entries(vars)
    const due = wanted.filter(([key, value]) => known.get(key)?.value !== value && base?.[key] !== value)
    const names = new Set(due.map(([key]) => key))
    const removed = replace ? stored.filter((row) => isLeftOut(row, vars, base)) : []
    if (base !== undefined) checkBase(base, known, [...names, ...removed.map(({ key }) => key)])
    const rows = await store.writeVariables(db, project.id, environment, Object.fromEntries(due), at)
    const sorted = rows.toSorted(byKey)
    await store.deleteVariables(
      db,
      project.id,
      removed.map(({ id }) => id),
    )
    const written = {
      created: sorted.filter(({ key }) => !known.has(key)),
      changed: sorted.filter(({ key }) => known.has(key)),
      unchanged: stored.filter(({ key }) => Object.hasOwn(vars, key) && !names.has(key)),
      removed,
    }
    if (due.length + removed.length > 0) await auditBulk(db, act, environment, written)
    return written
  }
  return change(platform, act, work, dryRun)
}

type Values = Readonly<Record<string, string>>

// What no text can hold was in no text.
function isLeftOut({ key, value }: store.VariableRow, vars: Values, base: Values | undefined): boolean {
  return !Object.hasOwn(vars, key) && isWritable(value) && (base === undefined || Object.hasOwn(base, key))
}

function checkBase(
  base: Values,
  stored: ReadonlyMap<string, store.VariableRow>,
  due: readonly string[],
): void {
  const keys = due.filter((key) => stored.get(key)?.value !== base[key])
  if (keys.length === 0) return
  const message = `Changed elsewhere meanwhile: ${keys.slice(0, MAX_NAMED).join(', ')}. Nothing was written.`
  throw conflict('changed_meanwhile', message, { keys })
}

async function change<T>(
  platform: Platform,
  { project }: Act,
  work: (db: pg.PoolClient) => Promise<T>,
  dryRun = false,
): Promise<T> {
  const pool = platform.clusters.main.adminOf(project)
  const result = await transaction(pool, async (db) => {
    await store.lockProject(db, project.id)
    if (dryRun) await db.query('savepoint untouched')
    const made = await work(db)
    checkTotals(await store.totalsOf(db, project.id))
    if (dryRun) await db.query('rollback to savepoint untouched')
    return made
  })
  if (!dryRun) await platform.invalidations.publish(ENVIRONMENT_CHANGED, project.id)
  return result
}

function checkTotals({ variables, bytes }: store.VariableTotals): void {
  if (variables > MAX_VARIABLES)
    throw conflict(
      'limit_reached',
      `A project holds at most ${MAX_VARIABLES} environment variables; these would be ${variables}.`,
    )
  if (bytes > MAX_ENVIRONMENT_BYTES)
    throw conflict(
      'limit_reached',
      `The variables of one environment take at most ${MAX_ENVIRONMENT_BYTES / 1024} KB with their keys. ` +
        'Keep large values in storage.',
    )
}

function audit(
  db: pg.PoolClient,
  act: Act,
  action: string,
  { id, key, environment }: store.VariableRow,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return recordAudit(db, act, { action, target: id, details: { key, environment, ...more } })
}

function auditBulk(
  db: pg.PoolClient,
  act: Act,
  environment: EnvironmentName,
  { created, changed, removed }: WrittenVariables,
): Promise<void> {
  const details = {
    environment,
    created: namesOf(created),
    changed: namesOf(changed),
    ...(removed.length > 0 && { removed: namesOf(removed) }),
  }
  return recordAudit(db, act, { action: 'env.bulk', target: environment, details })
}

// So that an entry stays small, however many variables are written together.
function namesOf(rows: readonly store.VariableRow[]): string[] {
  const names = rows.slice(0, MAX_NAMED).map(({ key }) => key)
  return rows.length > MAX_NAMED ? [...names, `… and ${rows.length - MAX_NAMED} more`] : names
}

const MAX_NAMED = 100

function byKey(a: store.VariableRow, b: store.VariableRow): number {
  return a.key < b.key ? -1 : 1
}

function taken({ key, environment }: Pick<store.VariableRow, 'key' | 'environment'>) {
  return alreadyExists(
    'key',
    `The environment ${environment} already has a variable ${key}. Change that with PATCH.`,
  )
}
