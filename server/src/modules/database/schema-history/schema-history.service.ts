// The history of a schema, and its export as migrations to other projects.
import { roleNames } from '#modules/auth/roles/role-names.service.ts'
import type { SchemaOperation } from '#modules/database/schema/change/schema-change.service.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Platform } from '#platform/platform.ts'
import { mapRoles } from './operation-policies.ts'
import { MAX_MIGRATIONS } from './schema-history.schema.ts'
import { type HistoryRow, listAfter, listHistory } from './schema-history.store.ts'

/** readHistory returns a page of schema changes, the latest first. */
export async function readHistory(
  platform: Platform,
  project: ProjectRecord,
  page: { readonly before: number; readonly limit: number },
) {
  const { rows } = await listHistory(platform.clusters.of(project).admin, project.id, page)
  return rows.map(({ author_id, author_email, origin_project, origin_version, ...row }) => ({
    ...row,
    author: { id: author_id, email: author_email },
    origin:
      origin_project === null || origin_version === null
        ? null
        : { project_id: origin_project, version: origin_version },
  }))
}

/** exportMigrations returns schema changes in order, in a form that another project can apply. */
export async function exportMigrations(platform: Platform, project: ProjectRecord, after: number) {
  const { admin } = platform.clusters.of(project)
  const { rows, more } = await listAfter(admin, project.id, after, MAX_MIGRATIONS)
  const names = await roleNames(platform, project)
  const named = (ids: readonly string[]) => ({ roles: ids.map((id) => names.get(id) ?? id) })
  return {
    project_id: project.id,
    migrations: rows.map(({ version, operation }) => ({
      version,
      operation: mapRoles(operation, 'role_ids', named) as SchemaOperation,
    })),
    sql: rows.map(script).join('\n'),
    next_after: more ? (rows.at(-1)?.version ?? null) : null,
  }
}

function script({ version, kind, author_email, created_at, sql }: HistoryRow): string {
  return `-- ${version} ${kind}, ${author_email.replaceAll(/\s/g, ' ')}, ${created_at.toISOString()}\n${sql}\n`
}
