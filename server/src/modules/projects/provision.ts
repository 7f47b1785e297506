// Creates and drops a project's objects in its cluster: a schema, an owner role, a data role and the table `users`.
import pg from 'pg'
import { DEFAULT_ACCESS, DEFAULT_POLICY } from '#engine/access/default-policy.ts'
import { boundTemporarySpace, type Cluster } from '#platform/db/clusters/cluster.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { transaction } from '#platform/db/transaction.ts'

// The virtual table `users` of the specification (section 2.3) is a real table, so that foreign keys, joins, policies
// and live events work on it. These are all its columns; credentials are stored elsewhere.
const USERS = `
create table users (
  id uuid primary key default gen_random_uuid(),
  email text,
  phone text,
  full_name text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));
create unique index users_phone_key on users (phone);
create index users_created_at on users (created_at desc, id desc);
alter table users enable row level security, force row level security;
create policy ${DEFAULT_POLICY} on users using (${DEFAULT_ACCESS});
`

const USERS_COLUMNS: readonly (readonly [string, string])[] = [
  ['id', 'uuid'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['full_name', 'text'],
  ['is_active', 'boolean'],
  ['created_at', 'timestamp'],
  ['updated_at', 'timestamp'],
]

/** provisionProject creates the project's schema, roles and `users` table in one transaction. */
export async function provisionProject(cluster: Cluster, projectId: string): Promise<void> {
  const { schema, owner, data } = projectNames(projectId)
  await transaction(cluster.admin, async (client) => {
    for (const role of [owner, data]) {
      const password = pg.escapeLiteral(cluster.passwordOf(role))
      await client.query(`create role ${role} login noinherit password ${password}`)
    }
    await client.query(`grant ${data} to ${cluster.gatewayRole}`)
    await client.query(boundTemporarySpace(data))
    // A superuser needs no membership. On a managed server the administrator does, to create the schema for the owner
    // and to terminate the sessions of either role.
    await client.query(`grant ${owner}, ${data} to current_user`)
    await client.query(`create schema ${schema} authorization ${owner}`)
    await client.query(`set local role ${owner}; set local search_path = ${schema}; ${USERS}
      grant usage on schema ${schema} to ${data};
      grant select on users to ${data};
      reset role; reset search_path`)
    const { rows } = await client.query<{ id: string }>(
      `insert into msingi.tables (project_id, owner_role, schema_name, slug, name, description, read_only)
       values ($1, $2, $3, 'users', 'users', 'The end users of this project.', true) returning id`,
      [projectId, owner, schema],
    )
    await client.query(
      `insert into msingi.columns (owner_role, table_id, name, data_type, is_system)
       select $1, $2, name, data_type, true from unnest($3::text[], $4::text[]) as c(name, data_type)`,
      [owner, rows[0]?.id, USERS_COLUMNS.map(([name]) => name), USERS_COLUMNS.map(([, type]) => type)],
    )
  })
}

/** dropProject drops everything that provisionProject and the project's owner created. It is idempotent. */
export async function dropProject(cluster: Cluster, projectId: string): Promise<void> {
  const { schema, owner, data } = projectNames(projectId)
  cluster.executor.release(projectId)
  await cluster.admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where usename = any($1)',
    [[owner, data]],
  )
  await transaction(cluster.admin, async (client) => {
    // Dropping a schema of ten thousand tables takes long; only the deletion job runs this.
    await client.query('set local statement_timeout = 0')
    await client.query(`drop schema if exists ${schema} cascade`)
    await client.query('delete from msingi.tables where project_id = $1', [projectId])
    await client.query('delete from msingi.schema_history where project_id = $1', [projectId])
    await client.query('delete from msingi.idempotency where role = $1', [data])
    await client.query('delete from msingi.saved_queries where project_id = $1', [projectId])
    await client.query('select msingi_auth.forget_project($1)', [projectId])
    await client.query('select msingi_realtime.forget_project($1)', [projectId])
    for (const role of [owner, data]) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
      // Objects of the roles outside the schema, such as large objects, can be dropped only by a member of the role.
      if (rowCount === 1)
        await client.query(`grant ${role} to current_user; drop owned by ${role}; drop role ${role}`)
    }
  })
}
