// The built-in tables of projects, made with each project.
import type pg from 'pg'
import { DEFAULT_ACCESS, DEFAULT_POLICY } from '#engine/access/default-policy.ts'
import { nativePolicies } from '#engine/access/policies.ts'
import type { Policy } from '#engine/access/policy.ts'
import type { BuiltInTable } from '#engine/built-in/built-in-tables.ts'
import type { DataType } from '#engine/shapes/data-types.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import { projectNames } from '#platform/db/project-names.ts'

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
