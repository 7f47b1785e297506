// A process of its own that reads changes and consumes them into a table, for tests that kill it.
import { type FeedOptions, openChangeFeeds } from '#platform/changes/change-feeds.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { clusterOf, quietLog } from '#test/test-database.ts'

/** ConsumerProcess is what the process is told, as JSON in its first argument. */
export interface ConsumerProcess {
  readonly connection: { host: string; port: number; user: string; password: string; database: string }
  readonly capture: FeedOptions['capture']
}

const { connection, capture }: ConsumerProcess = JSON.parse(process.argv[2] ?? '')
const { clusters } = clusterOf(connection)
const feeds = await openChangeFeeds({ clusters, clock: systemClock, log: quietLog, capture, retention: 2 })
feeds.consume({
  name: 'audit',
  batch: async (entries, db) => {
    const changes = entries.filter((entry) => entry.kind === 'change')
    if (changes.length < entries.length) await db.query('insert into public.gaps default values')
    await db.query(
      'insert into public.consumed (id, title, "offset") select * from unnest($1::uuid[], $2::text[], $3::bigint[])',
      [
        changes.map(({ id }) => id),
        changes.map(({ record }) => record.title),
        changes.map(({ offset }) => offset),
      ],
    )
  },
})
process.stdout.write('ready\n')
