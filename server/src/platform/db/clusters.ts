// Which cluster holds which project. All access to a project's data goes through `of`.
import { AppError } from '#platform/errors/app-error.ts'
import type { Cluster } from './cluster.ts'

/** Clusters finds the cluster of a project; platform tables are never joined with project tables. */
export class Clusters {
  /** main is the control plane's own cluster. */
  readonly main: Cluster
  readonly #byName: ReadonlyMap<string, Cluster>

  constructor(clusters: readonly [Cluster, ...Cluster[]]) {
    this.main = clusters[0]
    this.#byName = new Map(clusters.map((cluster) => [cluster.name, cluster]))
  }

  /** of gives the cluster that holds the project. */
  of(project: { readonly cluster: string }): Cluster {
    const cluster = this.#byName.get(project.cluster)
    if (cluster === undefined)
      throw new AppError('unavailable', 'The database of this project is not configured.')
    return cluster
  }

  /** roomiest gives the cluster that a new project is placed on. */
  roomiest(): Cluster {
    return this.main
  }

  /** all gives every cluster, the control plane's own first. */
  all(): Cluster[] {
    return [...this.#byName.values()]
  }

  /** close ends every connection to every cluster. */
  async close(): Promise<void> {
    await Promise.all(this.all().map((cluster) => cluster.close()))
  }
}
