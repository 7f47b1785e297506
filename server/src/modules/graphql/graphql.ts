// A request in GraphQL from its body to its answer (spec 4.15, 2.1).
import { GraphQLError, OperationTypeNode } from 'graphql'
import type { IdempotentRequest } from '#modules/data/idempotency.service.ts'
import type { Actor, ProjectRecord } from '#platform/credentials/actor.ts'
import type { Platform } from '#platform/platform.ts'
import { type GraphqlAnswer, refused } from './answer.ts'
import type { Introspections } from './introspections.ts'
import type { KeptReads } from './kept-reads.ts'
import { type GraphqlRequest, readOperation } from './operation.ts'
import type { ProjectApi } from './project-schema.ts'
import { runMutation } from './run-mutation.ts'
import { isGuarded, runQuery } from './run-query.ts'

/** Call is who asks, of which project. */
export interface Call {
  readonly platform: Platform
  readonly project: ProjectRecord
  readonly actor: Actor
  readonly api: ProjectApi
  readonly reads: KeptReads
  readonly introspections: Introspections
  /** refusal says why the caller may not write, where they may not. */
  readonly refusal: string | undefined
  /** idempotent is the Idempotency-Key, by which a mutation is done once. */
  readonly idempotent: IdempotentRequest | undefined
}

/** answerGraphql runs the operation that a request asks for. */
export async function answerGraphql(call: Call, request: GraphqlRequest): Promise<GraphqlAnswer> {
  const operation = readOperation(call.api, request, isGuarded(call.actor))
  if (!('node' in operation)) return refused(operation)
  if (operation.node.operation === OperationTypeNode.QUERY) return runQuery(call, operation)
  if (call.refusal !== undefined) return refused([new GraphQLError(call.refusal)], 403, 'forbidden')
  return runMutation(call, operation)
}
