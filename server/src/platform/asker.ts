// Who asks for the rows of a project: as whom statements run there, and which tables they see.
import type { FastifyRequest } from 'fastify'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import { type Actor, contextOf, type ProjectRecord } from '#platform/credentials/actor.ts'
import type { ProjectTables } from '#platform/db/catalog/table-shapes.ts'
import type { ProjectCluster } from '#platform/db/clusters/project-cluster.ts'
import type { Statement, StatementResult } from '#platform/db/connections/packet.ts'
import type { ActorContext } from '#platform/db/executor/actor-context.ts'
import type { ExecuteOptions } from '#platform/db/executor/executor.ts'
import { type FieldValue, withField } from '#platform/db/executor/value-errors.ts'
import { actorOf, projectOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'

/** AskedRun are the options of a run; `fields` are the values in it, with what they are called. */
export interface AskedRun extends ExecuteOptions {
  readonly fields?: () => Iterable<FieldValue>
}

/** Asker is an actor in a project. */
export class Asker {
  readonly platform: Platform
  readonly project: ProjectRecord
  readonly actor: Actor
  /** context is the identity under which the asker's statements run. */
  readonly context: ActorContext

  constructor(platform: Platform, project: ProjectRecord, actor: Actor) {
    this.platform = platform
    this.project = project
    this.actor = actor
    this.context = contextOf(actor)
  }

  /** cluster is the project's. */
  get cluster(): ProjectCluster {
    return this.platform.clusters.of(this.project)
  }

  /** schema returns the project's tables with their relationships; its errors name only tables that the asker may use. */
  schema(): Promise<SchemaShape> {
    return this.platform.shapes.schema(this.project, this.context.kind)
  }

  /** tables returns those of `schema`. */
  tables(): Promise<ProjectTables> {
    return this.platform.shapes.of(this.project, this.context.kind)
  }

  /** run runs statements in one transaction as the asker. Where PostgreSQL refuses a value of `fields`, the error names it. */
  run(statements: readonly Statement[], { fields, ...options }: AskedRun = {}): Promise<StatementResult[]> {
    const { project, context } = this
    const { executor } = this.cluster
    const run = () => executor.execute(project, context, statements, options)
    return fields === undefined ? run() : withField({ executor, project, actor: context }, fields, run)
  }
}

/** askerOf returns who asks in a request: the caller, or whom a dashboard user acts as. */
export function askerOf(platform: Platform, request: FastifyRequest): Asker {
  return new Asker(platform, projectOf(request), actorOf(request))
}
