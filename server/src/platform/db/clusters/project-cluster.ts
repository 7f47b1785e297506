// A cluster as it is used for one project: whatever runs there is counted as that project's.
import type pg from 'pg'
import type { Executor } from '#platform/db/executor/executor.ts'
import type { TenantPool } from '#platform/db/pools/admin-pool.ts'
import type { ProjectTenant } from '#platform/fairness/tenants.ts'
import type { Cluster, OwnerWork } from './cluster.ts'

/** ProjectCluster is the cluster that holds a project, for work of that project. */
export class ProjectCluster {
  /** whole is the cluster itself, for what concerns it as a whole. */
  readonly whole: Cluster
  readonly executor: Executor
  readonly #project: ProjectTenant
  #admin: TenantPool | undefined

  constructor(cluster: Cluster, project: ProjectTenant) {
    this.whole = cluster
    this.executor = cluster.executor
    this.#project = project
  }

  /** admin is the administrator's pool as far as the project may use it. */
  get admin(): TenantPool {
    this.#admin ??= this.whole.adminOf(this.#project)
    return this.#admin
  }

  /** asOwner runs `work` as `Cluster.asOwner` does, for this project. */
  asOwner<T>(work: (client: pg.ClientBase) => Promise<T>, kind?: OwnerWork): Promise<T> {
    return this.whole.asOwner(this.#project, work, kind)
  }
}
