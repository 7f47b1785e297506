// The settings of live changes: table `msingi_realtime.settings`; without a row a project has the defaults.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { type Settings, settings } from './settings.schema.ts'

/** LIVE_TOPIC is the invalidation topic of a project's live settings and channels. */
export const LIVE_TOPIC = topic('realtime')

const FIELDS = Object.keys(settings.shape) as (keyof Settings)[]
const COLUMNS = FIELDS.join(', ')

/** StoredSettings are settings and when they last changed, by PostgreSQL's clock; undefined for the defaults. */
export type StoredSettings = Settings & { readonly changed_at: Date | undefined }

export async function getSettings(platform: Platform, project: ProjectRecord): Promise<StoredSettings> {
  return findSettings(platform.clusters.of(project).admin, project.id)
}

/** updateSettings changes some of a project's settings, on every node at once, and returns all. */
export async function updateSettings(
  platform: Platform,
  project: ProjectRecord,
  changes: { [Field in keyof Settings]?: Settings[Field] | undefined },
): Promise<Settings> {
  const next = await transaction(platform.clusters.of(project).admin, async (db) => {
    // Concurrent updates of different settings must both be kept.
    await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`live-settings:${project.id}`])
    const known = await findSettings(db, project.id)
    const values = FIELDS.map((field) => changes[field] ?? known[field])
    await db.query(
      `insert into msingi_realtime.settings (project_id, ${COLUMNS}) values ($1, $2, $3, $4, $5)
       on conflict (project_id) do update set changed_at = excluded.changed_at,
       ${FIELDS.map((field) => `${field} = excluded.${field}`).join(', ')}`,
      [project.id, ...values],
    )
    return Object.fromEntries(FIELDS.map((field, i) => [field, values[i]])) as Settings
  })
  await invalidateLive(platform, project.id)
  return next
}

/** touchSettings sets changed_at after a change of a channel, so that earlier events are not replayed: they may have been withheld. */
export async function touchSettings(db: Queryable, projectId: string): Promise<void> {
  const defaults = settings.parse({})
  await db.query(
    `insert into msingi_realtime.settings (project_id, ${COLUMNS}) values ($1, $2, $3, $4, $5)
     on conflict (project_id) do update set changed_at = excluded.changed_at`,
    [projectId, ...FIELDS.map((field) => defaults[field])],
  )
}

/** invalidateLive makes every node read a project's settings and channels again. */
export async function invalidateLive(platform: Platform, projectId: string): Promise<void> {
  await platform.invalidations.publish(LIVE_TOPIC, projectId)
}

async function findSettings(db: Queryable, projectId: string): Promise<StoredSettings> {
  const { rows } = await db.query<StoredSettings>(
    `select ${COLUMNS}, changed_at from msingi_realtime.settings where project_id = $1`,
    [projectId],
  )
  return rows[0] ?? { ...settings.parse({}), changed_at: undefined }
}
