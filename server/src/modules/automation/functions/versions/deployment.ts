// What a function is deployed with.
import type { Compiler } from '#modules/automation/functions/bundle/compiler.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { RegistryAddress } from '#platform/npm/registry-address.ts'
import type { FunctionRow } from './functions.store.ts'

/** Built is a function that was compiled and not stored yet; `places` finds places of its code in the source. */
export interface Built {
  readonly code: string
  readonly places: string
}

/** Trial throws 400 unless a function loads and has a handler; the error names the line. */
export type Trial = (
  project: ProjectRecord,
  row: Pick<FunctionRow, 'project_id' | 'slug' | 'environment' | 'runtime'>,
  built: Built,
) => Promise<void>

/** Deployment is all that it takes. */
export interface Deployment {
  readonly compiler: Compiler
  /** registry is where packages come from. */
  readonly registry: RegistryAddress
  /** trial loads what was compiled before it takes the place of what runs. */
  readonly trial: Trial
}
