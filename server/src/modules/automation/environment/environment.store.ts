// The SQL of environment variables: table `platform.environment_variables`.
import type { Queryable } from '#platform/db/transaction.ts'

/** EnvironmentName is one of the three environments. */
export type EnvironmentName = 'production' | 'preview' | 'development'

/** VariableRow is a stored variable. */
export interface VariableRow {
  readonly id: string
  readonly key: string
  readonly value: string
  readonly environment: EnvironmentName
  readonly created_at: Date
  readonly updated_at: Date
}

/** VariableTotals is how much a project stores: variables in all, and bytes in its largest environment. */
export interface VariableTotals {
  readonly variables: number
  readonly bytes: number
}

const COLUMNS = 'id, key, value, environment, created_at, updated_at'

/** lockProject makes writers of one project's variables wait for each other, so that totals hold. */
export async function lockProject(db: Queryable, projectId: string): Promise<void> {
  await db.query('select from platform.projects where id = $1 for no key update', [projectId])
}

/** listVariables returns a project's variables, of one environment where it is given, sorted by name. */
export async function listVariables(
  db: Queryable,
  projectId: string,
  environment?: EnvironmentName,
): Promise<VariableRow[]> {
  const { rows } = await db.query<VariableRow>(
    `select ${COLUMNS} from platform.environment_variables
     where project_id = $1 and ($2::text is null or environment = $2) order by environment, key collate "C"`,
    [projectId, environment ?? null],
  )
  return rows
}

/** findVariable returns one variable of a project. */
export async function findVariable(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<VariableRow | undefined> {
  const { rows } = await db.query<VariableRow>(
    `select ${COLUMNS} from platform.environment_variables where project_id = $1 and id = $2`,
    [projectId, id],
  )
  return rows[0]
}

/** insertVariable stores a new variable; it returns undefined where the environment has one of that key. */
export async function insertVariable(
  db: Queryable,
  projectId: string,
  { key, value, environment }: Pick<VariableRow, 'key' | 'value' | 'environment'>,
  at: Date,
): Promise<VariableRow | undefined> {
  const { rows } = await db.query<VariableRow>(
    `insert into platform.environment_variables (project_id, environment, key, value, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5) on conflict (project_id, environment, key) do nothing returning ${COLUMNS}`,
    [projectId, environment, key, value, at],
  )
  return rows[0]
}

/** updateVariable changes a variable; it returns undefined where its new environment has one of that key. */
export async function updateVariable(
  db: Queryable,
  projectId: string,
  { id, key, value, environment }: Pick<VariableRow, 'id' | 'key' | 'value' | 'environment'>,
  at: Date,
): Promise<VariableRow | undefined> {
  const { rows } = await db.query<VariableRow>(
    `update platform.environment_variables set value = $4, environment = $5, updated_at = $6
     where project_id = $1 and id = $2 and not exists (
       select from platform.environment_variables o
       where o.project_id = $1 and o.environment = $5 and o.key = $3 and o.id <> $2)
     returning ${COLUMNS}`,
    [projectId, id, key, value, environment, at],
  )
  return rows[0]
}

/** writeVariables stores variables of one environment, those that exist with their new values. */
export async function writeVariables(
  db: Queryable,
  projectId: string,
  environment: EnvironmentName,
  vars: Readonly<Record<string, string>>,
  at: Date,
): Promise<VariableRow[]> {
  const { rows } = await db.query<VariableRow>(
    `insert into platform.environment_variables (project_id, environment, key, value, created_at, updated_at)
     select $1, $2, key, value, $5, $5 from unnest($3::text[], $4::text[]) as given(key, value)
     on conflict (project_id, environment, key)
       do update set value = excluded.value, updated_at = excluded.updated_at
     returning ${COLUMNS}`,
    [projectId, environment, Object.keys(vars), Object.values(vars), at],
  )
  return rows
}

/** deleteVariable removes a variable of a project and returns it, or undefined where there was none. */
export async function deleteVariable(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<VariableRow | undefined> {
  const { rows } = await db.query<VariableRow>(
    `delete from platform.environment_variables where project_id = $1 and id = $2 returning ${COLUMNS}`,
    [projectId, id],
  )
  return rows[0]
}

/** deleteVariables removes some variables of a project. */
export async function deleteVariables(
  db: Queryable,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await db.query(
    'delete from platform.environment_variables where project_id = $1 and id = any($2::uuid[])',
    [projectId, ids],
  )
}

/** totalsOf returns how much a project stores. */
export async function totalsOf(db: Queryable, projectId: string): Promise<VariableTotals> {
  const { rows } = await db.query<VariableTotals>(
    `select coalesce(sum(n), 0)::int as variables, coalesce(max(bytes), 0)::int as bytes from (
       select count(*) as n, sum(octet_length(key) + octet_length(value)) as bytes
       from platform.environment_variables where project_id = $1 group by environment) as per_environment`,
    [projectId],
  )
  return rows[0] as VariableTotals
}
