// Who asks, in which API.
import type { LinkSource } from '#modules/rows/data/operations/file-links.service.ts'
import type { IdempotentRequest } from '#modules/rows/data/writing/idempotency.service.ts'
import type { Asker } from '#platform/asker.ts'
import type { AppError } from '#platform/errors/app-error.ts'
import type { ProjectApi } from './project-schema.ts'

/** GraphqlCaller is who asks, in which API. */
export interface GraphqlCaller {
  readonly asker: Asker
  readonly api: ProjectApi
  /** refusal says why the caller may not write, where they may not. */
  readonly refusal: AppError | undefined
  /** idempotent is the Idempotency-Key, by which a mutation is done once. */
  readonly idempotent: IdempotentRequest | undefined
  /** links are the source of the addresses of files. */
  readonly links: LinkSource
}
