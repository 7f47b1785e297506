// POST /schema/migrations/apply: each migration in its own transaction, and only once.
import { z } from 'zod'
import { roleIds } from '#modules/auth/roles/role-names.service.ts'
import {
  type ChangedObjects,
  namesOf,
  namesOfOperation,
  shortened,
  together,
} from '#modules/database/exec-ddl/changed-objects.service.ts'
import { type Executed, execDdl } from '#modules/database/exec-ddl/exec-ddl.service.ts'
import { NEW_TABLE } from '#modules/database/new-tables/new-tables.service.ts'
import { POLICY_CHANGES } from '#modules/database/policies/apply-policy.service.ts'
import { AlreadyApplied, type ChangeScope } from '#modules/database/schema/change/schema-change.service.ts'
import { type Applier, applier, CHANGES } from '#modules/database/schema/sync/apply-change.service.ts'
import { OBJECT_CHANGES } from '#modules/database/schema-objects/apply-object.service.ts'
import { AppError, conflict, invalidInput } from '#platform/errors/app-error.ts'
import { refusedField } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { mapRoles, rolesOf } from './operation-policies.ts'
import type { applyBody } from './schema-history.schema.ts'
import { listApplied } from './schema-history.store.ts'

type Migrations = z.output<typeof applyBody>
type Migration = Migrations['migrations'][number]

const APPLIERS: Readonly<Record<string, Applier>> = {
  ...CHANGES,
  ...NEW_TABLE,
  ...POLICY_CHANGES,
  ...OBJECT_CHANGES,
  sql: applier({ sql: z.string() }, execDdl),
}

/**
 * applyMigrations applies the migrations that this project does not have yet. When one fails, the ones before it stay
 * applied, and the same request can be sent again. `onCommitted` gets what was changed so far, each time that more is.
 */
export async function applyMigrations(
  platform: Platform,
  scope: ChangeScope,
  { project_id, migrations }: Migrations,
  onCommitted: (changed: ReturnType<typeof shortened>) => void,
) {
  checkOrder(scope, project_id, migrations)
  const { admin } = platform.clusters.of(scope.project)
  const known = await listApplied(admin, scope.project.id, project_id)
  const pending = migrations.filter(({ version }) => !known.has(version))
  refuseGap(pending, known)
  const applied: number[] = []
  const all: ChangedObjects[] = []
  const skipped = migrations.map(({ version }) => version).filter((version) => known.has(version))
  for (const migration of pending) {
    const { version } = migration
    const origin = { project: project_id, version }
    try {
      all.push(await applyOperation(platform, { ...scope, origin }, migration.operation))
      applied.push(version)
      onCommitted(shortened(together(all)))
    } catch (error) {
      // A concurrent request applied it first.
      if (error instanceof AlreadyApplied) skipped.push(version)
      else throw addVersion(error, version, applied)
    }
  }
  return { applied, skipped: skipped.toSorted((a, b) => a - b) }
}

/** applyOperation makes a recorded change and returns what that was. Throws 400 if it is not one, with the names of fields below `operation`. */
export async function applyOperation(
  platform: Platform,
  scope: ChangeScope,
  operation: Migration['operation'],
): Promise<ChangedObjects> {
  const { kind, ...fields } = operation
  const apply = Object.hasOwn(APPLIERS, kind) ? APPLIERS[kind] : undefined
  if (apply === undefined) throw invalidInput(`operation.kind: ${kind} is unknown.`)
  const names = [...new Set(rolesOf(operation))]
  const ids = names.length === 0 ? [] : await roleIds(platform, scope.project, names)
  const id = (name: string) => ids[names.indexOf(name)] ?? name
  const { kind: _kind, ...noted } = mapRoles(operation, 'roles', (roles) => ({ role_ids: roles.map(id) }))
  try {
    const executed = await apply(platform, scope, noted)
    return kind === 'sql' ? namesOf(executed as Executed) : namesOfOperation(kind, fields)
  } catch (error) {
    throw error instanceof z.ZodError ? refusedField('operation', error, noted) : error
  }
}

function checkOrder({ project }: ChangeScope, origin: string, migrations: readonly Migration[]): void {
  if (origin === project.id)
    throw invalidInput('project_id: must not be the project that the migrations are applied to.')
  const isUnsorted = migrations.some(
    ({ version }, i) => i > 0 && version <= (migrations[i - 1]?.version ?? 0),
  )
  if (isUnsorted) throw invalidInput('migrations: the versions must be in ascending order.')
}

function refuseGap(pending: readonly Migration[], known: ReadonlySet<number>): void {
  const last = Math.max(0, ...known)
  const late = pending.find(({ version }) => version < last)
  if (late === undefined) return
  throw conflict(
    'wrong_state',
    `Migration ${late.version} is out of order: ${last} was already applied, and later migrations build on earlier ones.`,
    { version: late.version, applied_up_to: last },
  )
}

function addVersion(error: unknown, version: number, applied: readonly number[]): unknown {
  if (!(error instanceof AppError)) return error
  const [message = '', ...errors] = [error.message, ...error.errors].map(
    (text) => `Migration ${version}: ${text}`,
  )
  const details = { ...(error.details as object | undefined), version, applied }
  return new AppError(error.code, message, { errors, details, cause: error })
}
