// What secrets are sealed under: a random data key per project, which is stored wrapped under the master key, and a place
// for each text, so that nobody who can write to the database can pass one secret for another.
import { randomBytes } from 'node:crypto'
import type { MasterKey } from '#platform/crypto/keys.ts'
import { createSeal, type Seal, sealUnder } from '#platform/crypto/sealed.ts'

const PURPOSE = 'project-data-key'
const KEY_BYTES = 32

/** SecretPlace is what a sealed value is bound to. */
export interface SecretPlace {
  readonly project_id: string
  readonly id: string
  readonly key: string
  readonly version: number
}

/** newDataKey returns a fresh data key, wrapped for a project. */
export function newDataKey(keys: MasterKey, projectId: string): string {
  return createSeal(keys, PURPOSE).seal(randomBytes(KEY_BYTES).toString('base64url'), projectId)
}

/** openDataKey returns the seal of a project's data key. It throws where the key was wrapped for another project. */
export function openDataKey(keys: MasterKey, projectId: string, wrapped: string): Seal {
  return sealUnder(Buffer.from(createSeal(keys, PURPOSE).open(wrapped, projectId), 'base64url'))
}

/** valuePlace writes the place of a value. */
export function valuePlace({ project_id, id, key, version }: SecretPlace): string {
  return `value/${project_id}/${id}/${key}/${version}`
}

/** maskPlace writes the place of a mask. */
export function maskPlace({ project_id, id, key, version }: SecretPlace): string {
  return `mask/${project_id}/${id}/${key}/${version}`
}
