// The second factors of one user of a project, as the platform checks them.
import type { ProjectRecord, UserActor } from '#platform/credentials/actor.ts'
import type { Platform } from '#platform/platform.ts'
import {
  type FactorAttempt,
  type FactorStore,
  sessionAttempt,
} from '#platform/second-factors/factor-codes.ts'
import * as store from './factors.store.ts'

/** factorsOf returns the factors of a user. */
export function factorsOf({ clusters }: Platform, project: ProjectRecord, userId: string): FactorStore {
  const db = clusters.of(project).admin
  return {
    db,
    list: () => store.listFactors(db, project.id, userId),
    spendStep: store.spendStep,
    deleteRecoveryCode: (tx, digest) => store.deleteRecoveryCode(tx, project.id, userId, digest),
  }
}

/** ownAttempt is an attempt of a user inside a session. */
export function ownAttempt({ project_id, user_id, session_id }: UserActor): FactorAttempt {
  return sessionAttempt({ project_id, id: user_id }, session_id)
}
