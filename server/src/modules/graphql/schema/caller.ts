// Who asks, and of which project.
import type { LinkSource } from '#modules/data/operations/file-links.service.ts'
import type { IdempotentRequest } from '#modules/data/writing/idempotency.service.ts'
import type { Actor, ProjectRecord } from '#platform/credentials/actor.ts'
import type { AppError } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { ProjectApi } from './project-schema.ts'

/** Caller is who asks, and of which project. */
export interface Caller {
  readonly platform: Platform
  readonly project: ProjectRecord
  readonly actor: Actor
  readonly api: ProjectApi
  /** refusal says why the caller may not write, where they may not. */
  readonly refusal: AppError | undefined
  /** idempotent is the Idempotency-Key, by which a mutation is done once. */
  readonly idempotent: IdempotentRequest | undefined
  /** links are the source of the addresses of files. */
  readonly links: LinkSource
}
