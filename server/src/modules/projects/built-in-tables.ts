// The built-in tables of projects: made with each project, and added to projects that are older than a table.
import type pg from 'pg'
import { DEFAULT_ACCESS, DEFAULT_POLICY } from '#engine/access/default-policy.ts'
import { nativePolicies } from '#engine/access/policies.ts'
import type { Policy } from '#engine/access/policy.ts'
import { BUILT_IN_TABLES, type BuiltInTable } from '#engine/built-in/built-in-tables.ts'
import type { DataType } from '#engine/shapes/data-types.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import { releaseName } from '#modules/schema/names/release-name.service.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { findProject } from './projects.store.ts'

/** createBuiltInTable creates a table of the server in a project's schema, in a transaction of the administrator. */
export async function createBuiltInTable(
  client: pg.ClientBase,
  projectId: string,
  table: BuiltInTable,
): Promise<void> {
  const { slug, description, columns, statements, rights, policies = [] } = table
  const { schema, owner, data } = projectNames(projectId)
  await client.query(`set local role ${owner}; set local search_path = ${schema}; ${statements};
    alter table ${slug} enable row level security, force row level security;
    create policy ${DEFAULT_POLICY} on ${slug} using (${DEFAULT_ACCESS});
    grant ${rights} on ${slug} to ${data};
    reset role; reset search_path`)
  const { rows } = await client.query<{ id: string }>(
    `insert into msingi.tables (project_id, owner_role, schema_name, slug, name, description, read_only)
     values ($1, $2, $3, $4::text, $4::text, $5, true) returning id`,
    [projectId, owner, schema, slug, description],
  )
  await client.query(
    `insert into msingi.columns (owner_role, table_id, name, data_type, is_system)
     select $1, $2, name, data_type, true from unnest($3::text[], $4::text[]) as c(name, data_type)`,
    [owner, rows[0]?.id, Object.keys(columns), Object.values(columns)],
  )
  const made: Policy[] = []
  for (const { action, subject, effect } of policies) {
    const { rows: inserted } = await client.query<{ id: string }>(
      'insert into msingi.policies (table_id, action, subject, effect) values ($1, $2, $3, $4) returning id',
      [rows[0]?.id, action, subject, effect],
    )
    made.push({ id: String(inserted[0]?.id), action, subject, effect, role_ids: [], condition: undefined })
  }
  if (made.length === 0) return
  const natives = nativePolicies(shapeOf(table, schema, String(rows[0]?.id)), made)
  await client.query(`set local role ${owner}; ${natives.join(';\n')}; reset role`)
}

// As far as policies need it: the catalog does not show the table before the transaction has ended.
function shapeOf({ slug, columns, owner_column }: BuiltInTable, schema: string, id: string): TableShape {
  const column = ([name, data_type]: [string, DataType]): [string, ColumnShape] => [
    name,
    { name, data_type, required: false, has_default: false, enum_values: [] },
  ]
  return {
    id,
    schema,
    slug,
    columns: new Map(Object.entries(columns).map(column)),
    version: '',
    read_only: true,
    soft_delete: Object.hasOwn(columns, 'deleted_at'),
    owner_column,
  }
}

/**
 * addBuiltInTables gives every project the tables that it lacks. A table or view of its own that has such a name is
 * renamed first. What fails for one project is logged, and tried again at the next start.
 */
export async function addBuiltInTables(platform: Platform): Promise<void> {
  for (const cluster of platform.clusters.all()) {
    for (const { project_id, slugs } of await listMissing(cluster.admin)) {
      await addTables(platform, project_id, slugs).catch((err) =>
        platform.log.error({ err, project_id, tables: slugs }, 'a project could not be given its new tables'),
      )
    }
  }
}

const MISSING = `
select u.project_id, array_agg(b.slug order by b.slug) as slugs
from msingi.tables u cross join unnest($1::text[]) as b (slug)
where u.slug = 'users' and u.kind = 'table' and u.read_only
  and not exists (select from msingi.tables t
    where t.project_id = u.project_id and t.slug = b.slug and t.kind = 'table' and t.read_only)
group by u.project_id order by u.project_id`

async function listMissing(admin: pg.Pool): Promise<{ project_id: string; slugs: string[] }[]> {
  const { rows } = await admin.query(MISSING, [BUILT_IN_TABLES.map(({ slug }) => slug)])
  return rows
}

async function addTables(platform: Platform, projectId: string, slugs: readonly string[]): Promise<void> {
  const project = await findProject(platform.controlPlane, projectId)
  // One that is being deleted needs none.
  if (project === undefined) return
  for (const slug of slugs) await releaseName(platform, project, slug)
  const cluster = platform.clusters.of(project)
  await transaction(cluster.admin, async (client) => {
    // Another node may have started at the same time.
    await client.query(`select from msingi.tables where project_id = $1 and slug = 'users' for update`, [
      projectId,
    ])
    const { rows } = await client.query<{ slug: string }>(
      'select slug from msingi.tables where project_id = $1 and slug = any($2)',
      [projectId, slugs],
    )
    const present = new Set(rows.map(({ slug }) => slug))
    const missing = BUILT_IN_TABLES.filter(({ slug }) => slugs.includes(slug) && !present.has(slug))
    for (const table of missing) await createBuiltInTable(client, projectId, table)
  })
  await platform.invalidations.publish('tables', projectId, platform.clusters.main.admin)
}
