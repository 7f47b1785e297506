// The SQL of API keys: table `platform.api_keys`. Keys are stored as digests only.
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { ControlPlane, ControlPlaneTables } from '#platform/db/control-plane.ts'

export type ApiKeyRow = Selectable<ControlPlaneTables['api_keys']>

/** listKeys returns a project's keys, newest first. */
export function listKeys(db: ControlPlane, projectId: string): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export function findKey(db: ControlPlane, projectId: string, id: string): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** findKeyByDigest finds a key by the digest of its current or its previous secret. */
export function findKeyByDigest(db: ControlPlane, digest: string): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where((eb) => eb.or([eb('digest', '=', digest), eb('previous_digest', '=', digest)]))
    .executeTakeFirst()
}

export function insertKey(
  db: ControlPlane,
  key: Insertable<ControlPlaneTables['api_keys']>,
): Promise<ApiKeyRow> {
  return db.insertInto('api_keys').values(key).returningAll().executeTakeFirstOrThrow()
}

export function updateKey(
  db: ControlPlane,
  projectId: string,
  id: string,
  changes: Updateable<ControlPlaneTables['api_keys']>,
): Promise<ApiKeyRow | undefined> {
  return db
    .updateTable('api_keys')
    .set(changes)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** replaceDigest stores a new secret; it returns undefined if a concurrent rotation came first. */
export function replaceDigest(
  db: ControlPlane,
  key: ApiKeyRow,
  changes: Updateable<ControlPlaneTables['api_keys']>,
): Promise<ApiKeyRow | undefined> {
  return db
    .updateTable('api_keys')
    .set(changes)
    .where('id', '=', key.id)
    .where('digest', '=', key.digest)
    .returningAll()
    .executeTakeFirst()
}

/** deleteKey reports whether the project had such a key. */
export async function deleteKey(db: ControlPlane, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('api_keys')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** touchKeys sets when keys were last used. */
export async function touchKeys(db: ControlPlane, ids: readonly string[], at: Date): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: at }).where('id', 'in', ids).execute()
}
