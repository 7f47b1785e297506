// The SQL of API keys: table `platform.api_keys`. Keys are stored as digests only.
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { ControlPlane, ControlPlaneTables } from '#platform/db/control-plane.ts'

/** ApiKeyRow is a stored key. */
export type ApiKeyRow = Selectable<ControlPlaneTables['api_keys']>

/** listKeys gives a project's keys, newest first. */
export function listKeys(db: ControlPlane, projectId: string): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** findKey gives one key of a project. */
export function findKey(db: ControlPlane, projectId: string, id: string): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** findKeyByDigest gives the key that a digest belongs to, be it the present one or that from before a rotation. */
export function findKeyByDigest(db: ControlPlane, digest: string): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where((eb) => eb.or([eb('digest', '=', digest), eb('previous_digest', '=', digest)]))
    .executeTakeFirst()
}

/** insertKey stores a new key. */
export function insertKey(
  db: ControlPlane,
  key: Insertable<ControlPlaneTables['api_keys']>,
): Promise<ApiKeyRow> {
  return db.insertInto('api_keys').values(key).returningAll().executeTakeFirstOrThrow()
}

/** updateKey changes a key of a project. */
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

/** replaceDigest gives a key a new secret, unless another rotation has come first. */
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

/** deleteKey removes a key of a project and says whether there was one. */
export async function deleteKey(db: ControlPlane, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('api_keys')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** touchKeys notes when keys were last used. */
export async function touchKeys(db: ControlPlane, ids: readonly string[], at: Date): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: at }).where('id', 'in', ids).execute()
}
