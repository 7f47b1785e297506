// POST /schema/migrations/apply: each migration in a transaction of its own, each only once (spec 4.13).
import { z } from 'zod'
import { roleIds } from '#modules/auth/roles/role-names.service.ts'
import { execDdl } from '#modules/exec-ddl/exec-ddl.service.ts'
import { POLICY_CHANGES } from '#modules/policies/apply-policy.service.ts'
import { AlreadyApplied, type ChangeScope } from '#modules/schema/change/schema-change.service.ts'
import { type Applier, applier, CHANGES } from '#modules/schema/sync/apply-change.service.ts'
import { OBJECT_CHANGES } from '#modules/schema-objects/apply-object.service.ts'
import { AppError, conflict, invalidInput } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { mapRoles, rolesOf } from './operation-roles.ts'
import type { applyBody } from './schema-history.schema.ts'
import { listApplied } from './schema-history.store.ts'

type Migrations = z.output<typeof applyBody>
type Migration = Migrations['migrations'][number]

const APPLIERS: Readonly<Record<string, Applier>> = {
  ...CHANGES,
  ...POLICY_CHANGES,
  ...OBJECT_CHANGES,
  sql: applier({ sql: z.string() }, execDdl),
}

/**
 * applyMigrations applies what this project does not have yet. Where one fails, those before it stay, and the same call
 * goes on with it another time.
 */
export async function applyMigrations(
  platform: Platform,
  scope: ChangeScope,
  { project_id, migrations }: Migrations,
) {
  checkOrder(scope, project_id, migrations)
  const { admin } = platform.clusters.of(scope.project)
  const known = await listApplied(admin, scope.project.id, project_id)
  const fresh = migrations.filter(({ version }) => !known.has(version))
  refuseGap(fresh, known)
  const applied: number[] = []
  const skipped = migrations.map(({ version }) => version).filter((version) => known.has(version))
  for (const migration of fresh) {
    const { version } = migration
    const origin = { project: project_id, version }
    try {
      await applyOne(platform, { ...scope, origin }, migration)
      applied.push(version)
    } catch (error) {
      // Another request was faster.
      if (error instanceof AlreadyApplied) skipped.push(version)
      else throw located(error, version, applied)
    }
  }
  return { applied, skipped: skipped.toSorted((a, b) => a - b) }
}

async function applyOne(platform: Platform, scope: ChangeScope, { operation }: Migration): Promise<void> {
  const { kind, ...fields } = operation
  const apply = Object.hasOwn(APPLIERS, kind) ? APPLIERS[kind] : undefined
  if (apply === undefined) throw invalidInput(`operation.kind: there is no change ${kind}.`)
  const names = kind.startsWith('policy.') ? [...new Set(rolesOf(fields))] : []
  const ids = names.length === 0 ? [] : await roleIds(platform, scope.project, names)
  const id = (name: string) => ids[names.indexOf(name)] ?? name
  const { kind: _kind, ...noted } = mapRoles(operation, 'roles', (roles) => ({ role_ids: roles.map(id) }))
  await apply(platform, scope, noted)
}

function checkOrder({ project }: ChangeScope, origin: string, migrations: readonly Migration[]): void {
  if (origin === project.id) throw invalidInput('project_id: these are the migrations of this very project.')
  const unsorted = migrations.some(({ version }, i) => i > 0 && version <= (migrations[i - 1]?.version ?? 0))
  if (unsorted) throw invalidInput('migrations: the versions must go up.')
}

function refuseGap(fresh: readonly Migration[], known: ReadonlySet<number>): void {
  const last = Math.max(0, ...known)
  const late = fresh.find(({ version }) => version < last)
  if (late === undefined) return
  throw conflict(
    `Migration ${late.version} comes too late: ${last} has been applied already, and changes build on each other.`,
    { version: late.version, applied_up_to: last },
  )
}

function located(error: unknown, version: number, applied: readonly number[]): unknown {
  if (error instanceof z.ZodError) {
    const problems = error.issues.map(
      ({ path, message }) => `Migration ${version}: ${['operation', ...path].join('.')}: ${message}.`,
    )
    return invalidInput(problems, { version, applied })
  }
  if (!(error instanceof AppError)) return error
  const details = { ...(error.details as object | undefined), version, applied }
  return new AppError(error.code, `Migration ${version}: ${error.message}`, { details, cause: error })
}
