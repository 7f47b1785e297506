// The keys that sign a project's access tokens: one pair per project, with the private half encrypted and the public
// half in the project's JWKS. After a rotation the old key verifies until all its tokens have expired.
import { randomUUID } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { createSeal, type Seal } from '#platform/crypto/sealed.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { LookupCache } from '#platform/db/caches/lookup-cache.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { MAX_JWT_SECONDS } from './settings.schema.ts'
import * as store from './signing-keys.store.ts'

/** ALGORITHM is the signature algorithm of access tokens, supported by all common JWT libraries. */
export const ALGORITHM = 'ES256'

/** SigningKey is a private key, imported and ready to sign. */
export interface SigningKey {
  readonly id: string
  readonly key: CryptoKey
}

/** VerificationKey is a public key, imported and ready to verify. */
export interface VerificationKey {
  readonly key: CryptoKey
}

const KEYS_CHANGED = topic('auth-keys')
const MAX_KEYS = 5000

/** SigningKeys finds, creates and rotates the keys of projects. */
export class SigningKeys {
  readonly #platform: Platform
  readonly #seal: Seal
  // Cached by "cluster/project" and "cluster/project/key".
  readonly #signing: LookupCache<SigningKey>
  readonly #verifying: LookupCache<VerificationKey>

  constructor(platform: Platform) {
    this.#platform = platform
    this.#seal = createSeal(platform.keys, 'project-jwt')
    this.#signing = new LookupCache(platform.clock, MAX_KEYS, (name) => this.#loadSigning(name))
    this.#verifying = new LookupCache(platform.clock, MAX_KEYS, (name) => this.#loadVerifying(name))
    // Rotations are rare, so each clears the cached keys of all projects.
    platform.invalidations.on(KEYS_CHANGED, () => {
      this.#signing.forget(undefined)
      this.#verifying.forget(undefined)
    })
  }

  /** signing returns the key that signs a project's tokens; the first call for a project creates it. */
  async signing(project: ProjectRecord): Promise<SigningKey> {
    const name = `${project.cluster}/${project.id}`
    const known = await this.#signing.find(name)
    if (known !== undefined) return known
    await this.#insert(this.#admin(project.cluster, project.id), project.id)
    // A concurrent lookup may have cached that there is no key.
    this.#signing.forget(name)
    const made = await this.#signing.find(name)
    if (made === undefined) throw new Error(`project ${project.id} has no signing key`)
    return made
  }

  /** verifying returns an unexpired key of a project by id. */
  verifying(project: ProjectRecord, id: string) {
    return this.#verifying.find(`${project.cluster}/${project.id}/${id}`)
  }

  /** jwks returns the public halves of all unexpired keys of a project. */
  async jwks(project: ProjectRecord): Promise<{ keys: JWK[] }> {
    await this.signing(project)
    return this.#publicKeys(this.#admin(project.cluster, project.id), project)
  }

  /** rotate creates a new signing key. The old one verifies until all its tokens have expired. */
  async rotate(project: ProjectRecord): Promise<{ keys: JWK[] }> {
    const now = this.#platform.clock.now()
    const admin = this.#platform.clusters.of(project).admin
    const keys = await transaction(admin, async (db) => {
      await store.retireKeys(db, project.id, now, new Date(now.getTime() + MAX_JWT_SECONDS * 1000))
      await this.#insert(db, project.id)
      return this.#publicKeys(db, project)
    })
    await this.#platform.invalidations.publish(KEYS_CHANGED, project.id)
    return keys
  }

  async #publicKeys(db: Queryable, { id }: ProjectRecord): Promise<{ keys: JWK[] }> {
    const rows = await store.listKeys(db, id, this.#platform.clock.now())
    return { keys: rows.map(({ public_key }) => public_key) }
  }

  async #insert(db: Queryable, projectId: string): Promise<void> {
    const id = randomUUID()
    const pair = await generateKeyPair(ALGORITHM, { extractable: true })
    const public_key = { ...(await exportJWK(pair.publicKey)), kid: id, alg: ALGORITHM, use: 'sig' }
    const private_key = this.#seal.seal(
      JSON.stringify(await exportJWK(pair.privateKey)),
      `${projectId}/${id}`,
    )
    // When two nodes create the first key at once, one insert succeeds and both use that key.
    await store.insertKey(db, projectId, { id, public_key, private_key }, this.#platform.clock.now())
  }

  async #loadSigning(name: string): Promise<SigningKey | undefined> {
    const [cluster, projectId] = partsOf(name)
    const row = await store.findCurrentKey(this.#admin(cluster, projectId), projectId)
    if (row === undefined) return undefined
    const jwk = JSON.parse(this.#seal.open(row.private_key, `${projectId}/${row.id}`)) as JWK
    return { id: row.id, key: (await importJWK(jwk, ALGORITHM)) as CryptoKey }
  }

  async #loadVerifying(name: string): Promise<VerificationKey | undefined> {
    const [cluster, projectId, id] = partsOf(name)
    const row = await store.findKey(
      this.#admin(cluster, projectId),
      projectId,
      id,
      this.#platform.clock.now(),
    )
    return row && { key: (await importJWK(row.public_key, ALGORITHM)) as CryptoKey }
  }

  #admin(cluster: string, id: string) {
    return this.#platform.clusters.of({ cluster, id }).admin
  }
}

function partsOf(name: string): [cluster: string, projectId: string, id: string] {
  return name.split('/') as [string, string, string]
}
