// Which cluster holds which project. All access to a project's data goes through `of`.
import { AppError } from '#platform/errors/app-error.ts'
import type { ProjectTenant } from '#platform/fairness/tenants.ts'
import type { Cluster } from './cluster.ts'
import { ProjectCluster } from './project-cluster.ts'

/** LocatedProject is a project that knows its cluster and its owner. */
export interface LocatedProject extends ProjectTenant {
  readonly cluster: string
}

/** Clusters finds the cluster of a project; platform tables are never joined with project tables. */
export class Clusters {
  /** main is the control plane's own cluster. */
  readonly main: Cluster
  readonly #byName: ReadonlyMap<string, Cluster>

  constructor(clusters: readonly [Cluster, ...Cluster[]]) {
    this.main = clusters[0]
    this.#byName = new Map(clusters.map((cluster) => [cluster.name, cluster]))
  }

  /** of returns the cluster that holds the project, where all work counts as the project's. */
  of(project: LocatedProject): ProjectCluster {
    const cluster = this.#byName.get(project.cluster)
    if (cluster === undefined)
      throw new AppError('unavailable', 'The database of this project is not configured.')
    return new ProjectCluster(cluster, project)
  }

  /** roomiest returns the cluster that a new project is placed on. */
  roomiest(): Cluster {
    return this.main
  }

  /** all returns every cluster, the control plane's own first. */
  all(): Cluster[] {
    return [...this.#byName.values()]
  }

  /** close ends every connection to every cluster. */
  async close(): Promise<void> {
    await Promise.all(this.all().map((cluster) => cluster.close()))
  }
}
