// The settings of project auth (spec 2.5): table `msingi_auth.settings`; a project without a row has the defaults.

import { type AuthSettings, settings } from '#auth/context/settings.schema.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { forbidden } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'

const FIELDS = Object.keys(settings.shape) as (keyof AuthSettings)[]
const COLUMNS = FIELDS.join(', ')

/** getSettings gives a project's settings. */
export function getSettings(platform: Platform, project: ProjectRecord): Promise<AuthSettings> {
  return findSettings(platform.clusters.of(project).admin, project.id)
}

/** getMailSettings gives the settings of a project where e-mail addresses sign users in, or throws 403. */
export async function getMailSettings(platform: Platform, project: ProjectRecord): Promise<AuthSettings> {
  const settings = await getSettings(platform, project)
  if (settings.email_enabled) return settings
  throw forbidden('This project has no sign-in by e-mail address.')
}

/** updateSettings changes some of a project's settings. They count for what is issued from then on. */
export function updateSettings(
  platform: Platform,
  project: ProjectRecord,
  changes: { [Field in keyof AuthSettings]?: AuthSettings[Field] | undefined },
): Promise<AuthSettings> {
  return transaction(platform.clusters.of(project).admin, async (db) => {
    // Two changes of different settings at once must both be kept.
    await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`auth-settings:${project.id}`])
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const next: AuthSettings = { ...(await findSettings(db, project.id)), ...given }
    await db.query(
      `insert into msingi_auth.settings (project_id, ${COLUMNS})
       values ($1, ${FIELDS.map((_, i) => `$${i + 2}`).join(', ')}) on conflict (project_id)
       do update set ${FIELDS.map((field) => `${field} = excluded.${field}`).join(', ')}`,
      [project.id, ...FIELDS.map((field) => next[field])],
    )
    return next
  })
}

/** findSettings gives them inside a transaction, which must not wait for a second connection. */
export async function findSettings(db: Queryable, projectId: string): Promise<AuthSettings> {
  const { rows } = await db.query<AuthSettings>(
    `select ${COLUMNS} from msingi_auth.settings where project_id = $1`,
    [projectId],
  )
  return rows[0] ?? settings.parse({})
}
