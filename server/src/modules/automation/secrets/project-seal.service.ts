// The seal of a project's data key, for other modules that keep secrets of the project: each binds what it seals to a
// place of its own.
import type { Seal } from '#platform/crypto/sealed.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { newDataKey, openDataKey } from './data-keys.ts'
import { findDataKey, lockDataKey } from './secrets.store.ts'

/** lockProjectSeal returns the seal of a project within a transaction; it makes the data key where there is none. */
export async function lockProjectSeal(platform: Platform, db: Queryable, projectId: string): Promise<Seal> {
  const fresh = () => newDataKey(platform.keys, projectId)
  const wrapped = await lockDataKey(db, projectId, fresh, platform.clock.now())
  return openDataKey(platform.keys, projectId, wrapped)
}

/** findProjectSeal returns the seal of a project, or undefined where it has sealed nothing yet. */
export async function findProjectSeal(
  platform: Platform,
  db: Queryable,
  projectId: string,
): Promise<Seal | undefined> {
  const wrapped = await findDataKey(db, projectId)
  return wrapped === undefined ? undefined : openDataKey(platform.keys, projectId, wrapped)
}
