// The SQL of channels: table `msingi_realtime.channels`.
import type { Queryable } from '#platform/db/transaction.ts'

export interface ChannelRow {
  readonly id: string
  readonly name: string
  readonly table_id: string | null
  readonly enabled: boolean
  readonly created_at: Date
  readonly updated_at: Date
}

const COLUMNS = 'id, name, table_id, enabled, created_at, updated_at'

/** listChannels returns a project's channels, ordered by name. */
export async function listChannels(db: Queryable, projectId: string): Promise<ChannelRow[]> {
  const sql = `select ${COLUMNS} from msingi_realtime.channels where project_id = $1 order by name`
  return (await db.query<ChannelRow>(sql, [projectId])).rows
}

/** insertChannel stores a channel, or returns undefined if the project has `max` already. */
export async function insertChannel(
  db: Queryable,
  projectId: string,
  { name, table_id, enabled }: Pick<ChannelRow, 'name' | 'table_id' | 'enabled'>,
  max: number,
): Promise<ChannelRow | undefined> {
  const { rows } = await db.query<ChannelRow>(
    `insert into msingi_realtime.channels (project_id, name, table_id, enabled)
     select $1, $2, $3, $4 where (select count(*) from msingi_realtime.channels where project_id = $1) < $5
     returning ${COLUMNS}`,
    [projectId, name, table_id, enabled, max],
  )
  return rows[0]
}

/** updateChannel returns the changed channel, or undefined if the project has no such channel. */
export async function updateChannel(
  db: Queryable,
  projectId: string,
  id: string,
  changes: { name?: string | undefined; enabled?: boolean | undefined },
): Promise<ChannelRow | undefined> {
  const { rows } = await db.query<ChannelRow>(
    `update msingi_realtime.channels set name = coalesce($3, name), enabled = coalesce($4, enabled),
     updated_at = clock_timestamp() where project_id = $1 and id = $2 returning ${COLUMNS}`,
    [projectId, id, changes.name ?? null, changes.enabled ?? null],
  )
  return rows[0]
}

/** deleteChannel returns the deleted channel, or undefined if the project has no such channel. */
export async function deleteChannel(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<ChannelRow | undefined> {
  const sql = `delete from msingi_realtime.channels where project_id = $1 and id = $2 returning ${COLUMNS}`
  return (await db.query<ChannelRow>(sql, [projectId, id])).rows[0]
}
