// A request in GraphQL from its body to its answer.
import { GraphQLError, OperationTypeNode } from 'graphql'
import { type GraphqlRequest, readOperation } from '#modules/rows/graphql/request/operation.ts'
import { type GraphqlAnswer, refused } from './answer.ts'
import type { Call } from './call.ts'
import { runMutation } from './run-mutation.ts'
import { isGuarded, runQuery } from './run-query.ts'

/** answerGraphql runs the operation that a request asks for. */
export async function answerGraphql(call: Call, request: GraphqlRequest): Promise<GraphqlAnswer> {
  const operation = readOperation(call.api, request, isGuarded(call.asker.actor))
  if (!('node' in operation)) return refused(operation)
  if (operation.node.operation === OperationTypeNode.QUERY) return runQuery(call, operation)
  if (call.refusal !== undefined) {
    const { message, status, code } = call.refusal
    return refused([new GraphQLError(message)], status, code)
  }
  return runMutation(call, operation)
}
