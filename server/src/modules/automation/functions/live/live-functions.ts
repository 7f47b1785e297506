// What runs, kept in memory: functions by their slug, their code, and the variables and secrets that they receive. Every
// node forgets what has changed.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { ENVIRONMENT_CHANGED, valuesOf } from '#modules/automation/environment/environment.service.ts'
import { CodePlaces } from '#modules/automation/functions/bundle/code-places.ts'
import type { Compiler } from '#modules/automation/functions/bundle/compiler.ts'
import { FUNCTIONS_CHANGED } from '#modules/automation/functions/versions/functions.service.ts'
import {
  type FunctionRow,
  findBundle,
  findBySlug,
  findPlaces,
} from '#modules/automation/functions/versions/functions.store.ts'
import { SECRETS_CHANGED, secretsOf } from '#modules/automation/secrets/secrets.service.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { LookupCache } from '#platform/db/caches/lookup-cache.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import type { Platform } from '#platform/platform.ts'
import type { WorkerCode } from '#platform/workerd/runtime-host.ts'
import { ENTRY, FunctionModules, trialModules } from './entry.ts'

/** LiveFunction is a function as it is called. */
export type LiveFunction = Omit<FunctionRow, 'files' | 'version'> & { readonly version: number }

interface Variables {
  readonly values: Readonly<Record<string, string>>
  /** digest changes with any value. */
  readonly digest: string
}

/** LoadedWorker is a function together with what it is run with; `name` is another for every change of either. */
export interface LoadedWorker {
  readonly name: string
  readonly live: LiveFunction
  readonly variables: Variables
}

const MAX_KNOWN = 5000
const MAX_CODE_BYTES = 64 * 1024 * 1024
const MAX_PLACES_BYTES = 32 * 1024 * 1024

/** LiveFunctions finds functions and their code. */
export class LiveFunctions {
  readonly #platform: Platform
  readonly #variables: LookupCache<Variables & { readonly projectId: string }>
  readonly #bySlug: LookupCache<Omit<FunctionRow, 'files'>>
  readonly #bundles: LRUCache<string, string>
  readonly #places: LRUCache<string, CodePlaces>
  // What workerd may ask for: it asks right after a worker was named for the first time.
  readonly #workers = recentlyUsed<LoadedWorker>(MAX_KNOWN)
  // By the lists of rows that are known: calls come far more often than other rows.
  readonly #hosts = new WeakMap<readonly string[], string>()
  readonly #modules: FunctionModules

  constructor(
    platform: Platform,
    compiler: Compiler,
    project: (id: string) => Promise<ProjectRecord | undefined>,
  ) {
    const { clock, clusters, invalidations } = platform
    this.#platform = platform
    this.#modules = new FunctionModules(compiler)
    this.#bySlug = new LookupCache(clock, MAX_KNOWN, (key) => {
      const [projectId, slug] = key.split('/') as [string, string]
      return findBySlug(clusters.main.admin, projectId, slug)
    })
    this.#variables = new LookupCache(clock, MAX_KNOWN, async (key) => {
      const [projectId, environment] = key.split('/') as [string, LiveFunction['environment']]
      const owner = await project(projectId)
      return owner && { projectId, ...(await variablesOf(platform, owner, environment)) }
    })
    this.#bundles = new LRUCache({
      maxSize: MAX_CODE_BYTES,
      sizeCalculation: (bundle) => bundle.length + 1,
    })
    this.#places = new LRUCache({ maxSize: MAX_PLACES_BYTES, sizeCalculation: ({ size }) => size + 1 })
    invalidations.on(FUNCTIONS_CHANGED, (id) =>
      id === undefined
        ? this.#bySlug.forget(id)
        : this.#bySlug.forgetWhere(({ project_id }) => project_id === id),
    )
    for (const topic of [ENVIRONMENT_CHANGED, SECRETS_CHANGED])
      invalidations.on(topic, (id) =>
        id === undefined
          ? this.#variables.forget(id)
          : this.#variables.forgetWhere(({ projectId }) => projectId === id),
      )
  }

  /** forget drops what is known of a project: its functions, their variables and secrets. */
  forget(projectId: string): void {
    this.#bySlug.forgetWhere(({ project_id }) => project_id === projectId)
    this.#variables.forgetWhere((variables) => variables.projectId === projectId)
    for (const [name, { live }] of this.#workers.entries())
      if (live.project_id === projectId) this.#workers.delete(name)
  }

  /** find returns a function by its slug, unless it was never deployed. */
  async find(projectId: string, slug: string): Promise<LiveFunction | undefined> {
    const row = await this.#bySlug.find(`${projectId}/${slug}`)
    return row === undefined || row.version === null ? undefined : { ...row, version: row.version }
  }

  /** workerOf returns a function with the variables that it receives now. */
  async workerOf(live: LiveFunction): Promise<LoadedWorker> {
    const variables = await this.#variables.find(`${live.project_id}/${live.environment}`)
    const given = variables ?? { values: {}, digest: '' }
    const name = `${live.id}@${live.version}-${given.digest}-${this.#digestOf(live.allowed_hosts)}`
    const worker = { name, live, variables: given }
    this.#workers.set(name, worker)
    return worker
  }

  #digestOf(hosts: LiveFunction['allowed_hosts']): string {
    if (hosts === null) return ''
    const digest = this.#hosts.get(hosts) ?? digestOf(hosts).slice(0, 8)
    this.#hosts.set(hosts, digest)
    return digest
  }

  /** codeOf returns the code of a worker of a project, or undefined where there is none. */
  async codeOf(projectId: string, name: string): Promise<WorkerCode | undefined> {
    const worker = this.#workers.get(name)
    if (worker === undefined || worker.live.project_id !== projectId) return undefined
    const { live, variables } = worker
    const bundle = await this.#bundleOf(live.id, live.version)
    if (bundle === undefined) return undefined
    return {
      mainModule: ENTRY,
      modules: await this.#modules.of(projectId, bundle),
      variables: variables.values,
      hosts: live.allowed_hosts,
    }
  }

  /** trialOf returns the code of a version that is not stored yet, with the variables that it would receive. */
  async trialOf(
    { project_id, environment }: Pick<LiveFunction, 'project_id' | 'environment'>,
    code: string,
  ): Promise<WorkerCode> {
    const variables = await this.#variables.find(`${project_id}/${environment}`)
    return { mainModule: ENTRY, modules: trialModules(code), variables: variables?.values ?? {}, hosts: [] }
  }

  /** placesOf returns what finds places in the code of a version, which never changes. */
  async placesOf(projectId: string, functionId: string, version: number): Promise<CodePlaces | undefined> {
    const key = `${projectId}/${functionId}@${version}`
    const known = this.#places.get(key)
    if (known !== undefined) return known
    const text = await findPlaces(this.#platform.clusters.main.admin, projectId, functionId, version)
    if (text === undefined) return undefined
    const places = new CodePlaces(text)
    this.#places.set(key, places)
    return places
  }

  async #bundleOf(functionId: string, version: number): Promise<string | undefined> {
    const key = `${functionId}@${version}`
    const known = this.#bundles.get(key)
    if (known !== undefined) return known
    const bundle = await findBundle(this.#platform.clusters.main.admin, functionId, version)
    if (bundle !== undefined) this.#bundles.set(key, bundle)
    return bundle
  }
}

// Secrets come last: a variable cannot stand in front of a secret of its name.
async function variablesOf(
  platform: Platform,
  project: ProjectRecord,
  environment: LiveFunction['environment'],
): Promise<Variables> {
  const [plain, secret] = await Promise.all([
    valuesOf(platform, project, environment),
    secretsOf(platform, project),
  ])
  const values = { ...plain, ...secret }
  return { values, digest: digestOf(values).slice(0, 16) }
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
