// Creates a project's objects in its cluster: a schema, an owner role, a data role and the built-in tables.
import pg from 'pg'
import { BUILT_IN_TABLES } from '#engine/built-in/built-in-tables.ts'
import { boundTemporarySpace, type Cluster } from '#platform/db/clusters/cluster.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { transaction } from '#platform/db/transaction.ts'
import { createBuiltInTable } from './built-in-tables.service.ts'

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
