// The settings of project auth: table `msingi_auth.settings`; a project without a row uses the defaults.

import { type AuthSettings, settings } from '#modules/auth/context/settings.schema.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { forbidden } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'

const FIELDS = Object.keys(settings.shape) as (keyof AuthSettings)[]
const COLUMNS = FIELDS.join(', ')

export function getSettings(platform: Platform, project: ProjectRecord): Promise<AuthSettings> {
  return findSettings(platform.clusters.of(project).admin, project.id)
}

/** getMailSettings returns the settings, or throws 403 if sign-in by e-mail is turned off. */
export async function getMailSettings(platform: Platform, project: ProjectRecord): Promise<AuthSettings> {
  const settings = await getSettings(platform, project)
  if (settings.email_enabled) return settings
  throw forbidden(
    'turned_off',
    'Sign-in by e-mail is turned off in this project (email_enabled in the auth settings).',
  )
}

/** updateSettings changes some settings. Tokens and codes that were already issued keep the old values. */
export function updateSettings(
  platform: Platform,
  project: ProjectRecord,
  changes: { [Field in keyof AuthSettings]?: AuthSettings[Field] | undefined },
): Promise<AuthSettings> {
  return transaction(platform.clusters.of(project).admin, async (db) => {
    // Concurrent changes of different settings must both be kept.
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

/** findSettings reads the settings on the given connection: a transaction must not wait for a second one. */
export async function findSettings(db: Queryable, projectId: string): Promise<AuthSettings> {
  const { rows } = await db.query<AuthSettings>(
    `select ${COLUMNS} from msingi_auth.settings where project_id = $1`,
    [projectId],
  )
  return rows[0] ?? settings.parse({})
}
