// Creates and drops a project's objects in its cluster: a schema, an owner role, a data role and the built-in tables.
import pg from 'pg'
import { BUILT_IN_TABLES } from '#engine/built-in/built-in-tables.ts'
import { boundTemporarySpace, type Cluster } from '#platform/db/clusters/cluster.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { transaction } from '#platform/db/transaction.ts'
import { createBuiltInTable } from './built-in-tables.ts'

/** provisionProject creates the project's schema, roles and built-in tables in one transaction. */
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
    await client.query(`grant usage on schema ${schema} to ${data}`)
    for (const table of BUILT_IN_TABLES) await createBuiltInTable(client, projectId, table)
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
    await client.query('select msingi_storage.forget_project($1)', [projectId])
    await client.query('select msingi_payments.forget_project($1)', [projectId])
    for (const role of [owner, data]) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
      // Objects of the roles outside the schema, such as large objects, can be dropped only by a member of the role.
      if (rowCount === 1)
        await client.query(`grant ${role} to current_user; drop owned by ${role}; drop role ${role}`)
    }
  })
}
