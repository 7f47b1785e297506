// A table with its relationships and policies, which the API makes one after the other.
import { client, data } from '#api/client/client.ts'
import type { OnDelete, PolicyCreate, Table, TableCreate } from '#api/client/schemas.ts'
import { createPolicy } from './policies.ts'
import { createRelationship, removeTable } from './schema.ts'

/** NewLink is a relationship of a new table; `column` is an index of its columns, `target` a slug, or undefined for the new table. */
export interface NewLink {
  readonly column: number
  readonly target: string | undefined
  readonly rule: OnDelete
}

/** NewTable is all that is made. */
export interface NewTable {
  readonly table: TableCreate
  readonly links: readonly NewLink[]
  readonly policies: readonly PolicyCreate[]
}

/** makeTable makes all of it or nothing: where a part is refused, the table is dropped again, as far as the server can be reached. */
export async function makeTable(projectId: string, { table, links, policies }: NewTable): Promise<Table> {
  const params = { path: { projectID: projectId } }
  const made = await data(client.POST('/api/v1/projects/{projectID}/tables', { params, body: table }))
  const own = made.columns.filter(({ is_system }) => !is_system)
  try {
    for (const { column, target = made.slug, rule } of links) {
      const from_column = own[column]?.name ?? ''
      const link = { from_table: made.slug, from_column, to_table: target, to_column: 'id', on_delete: rule }
      await createRelationship(projectId, link).run()
    }
    for (const policy of policies) await createPolicy({ projectId, slug: made.slug }, policy)
  } catch (error) {
    await removeTable(projectId, made)
      .run()
      .catch(() => {})
    throw error
  }
  return made
}
