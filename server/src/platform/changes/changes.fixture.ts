// A server with a watched table, and what its feed tells, for tests of capture.
import pg from 'pg'
import { expect, vi } from 'vitest'
import type { Change, ChangeFeed } from '#platform/changes/feed/change-feed.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

/** Lab is a server whose tables are watched, and all that was heard. */
export interface Lab {
  readonly app: TestApp
  readonly project: TestProject
  readonly feed: ChangeFeed
  readonly heard: Change[]
  /** schema is the project's in PostgreSQL. */
  readonly schema: string
  /** sql runs statements as somebody at psql would. */
  sql(text: string, values?: unknown[]): Promise<pg.QueryResult>
  /** connect opens another connection of that kind. */
  connect(): Promise<pg.Client>
  /** addTable makes a table and gives its id; it is watched unless told otherwise. */
  addTable(name: string, columns: object[], watched?: boolean): Promise<string>
  watch(tableId: string): Promise<boolean>
  unwatch(tableId: string): Promise<void>
  /** settle waits until a number of changes has been heard, and gives them. */
  settle(count: number): Promise<Change[]>
  stop(): Promise<void>
}

const PATIENCE = { timeout: 30_000, interval: 100 }

export type CaptureWish = 'auto' | 'outbox'

/** openLab starts a server with a project. */
export async function openLab(changeCapture: CaptureWish, changeRetention = 60): Promise<Lab> {
  const app = await startTestApp({ changeCapture, changeRetention })
  const project = await app.createProject()
  const feed = app.platform.changes.of({ cluster: 'main' })
  const heard: Change[] = []
  feed.listen((changes) => heard.push(...changes))
  const schema = `p_${project.id.replaceAll('-', '')}`
  const clients: pg.Client[] = []
  const connect = async () => {
    const client = new pg.Client({
      ...app.platform.clusters.main.adminConfig(),
      options: `-c search_path=${schema} -c timezone=Africa/Nairobi -c datestyle=German -c intervalstyle=iso_8601`,
    })
    client.on('error', () => {})
    await client.connect()
    clients.push(client)
    return client
  }
  const client = await connect()
  const own = { id: project.id, cluster: 'main' } as never
  // On a busy machine a lock may be had only at the second attempt, as a client is told.
  const watch = (tableId: string) => vi.waitFor(() => feed.watch(own, tableId), PATIENCE)
  return {
    app,
    project,
    feed,
    heard,
    schema,
    connect,
    sql: (text, values) => client.query(text, values),
    watch,
    unwatch: (tableId) => vi.waitFor(() => feed.unwatch(own, tableId), PATIENCE),
    addTable: async (name, columns, watched = true) => {
      const body = { name, columns }
      const { data, status, text } = await app.api('POST', `/projects/${project.id}/tables`, {
        token: project.token,
        body,
      })
      if (status !== 201) throw new Error(text)
      if (watched) await watch(data.id)
      return data.id
    },
    settle: async (count) => {
      await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(count), {
        timeout: 60_000,
        interval: 10,
      })
      return heard
    },
    stop: async () => {
      await Promise.all(clients.map((each) => each.end().catch(() => {})))
      await app.stop()
    },
  }
}

/** brief gives what happened to which row, by one column. */
export function brief(changes: readonly Change[], column: string): string[] {
  return changes.map(({ type, record }) => `${type} ${record[column]}`)
}
