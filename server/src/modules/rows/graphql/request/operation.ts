// From the body of a request to one valid operation with its variables, or the errors in GraphQL's own form.
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql'
import type { ProjectApi } from '#modules/rows/graphql/schema/project-schema.ts'
import { COSTS, checkCost } from './document-cost.ts'

/** VariableValues are the variables of an operation as graphql-js has read them. */
export type VariableValues = NonNullable<ReturnType<typeof getVariableValues>['variableValues']>

/** Operation is what a request asks for. */
export interface Operation {
  /** text is the document as it came. */
  readonly text: string
  readonly document: DocumentNode
  readonly node: OperationDefinitionNode
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: VariableValues
  /** given are the variables as they came. */
  readonly given: Readonly<Record<string, unknown>>
}

/** GraphqlRequest is the body of a request. */
export interface GraphqlRequest {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  readonly operationName?: string | null | undefined
}

/** MAX_QUERY is how many characters a document may have; what is written at length belongs into variables. */
export const MAX_QUERY = 50_000

const MAX_TOKENS = 2000
const MAX_ERRORS = 10

/**
 * readOperation reads a request, or returns its errors. `guarded` leaves suggestions out of them, for callers who may not
 * ask what there is.
 */
export function readOperation(
  api: ProjectApi,
  { query, variables, operationName }: GraphqlRequest,
  guarded: boolean,
): Operation | readonly GraphQLError[] {
  try {
    const options = { maxErrors: MAX_ERRORS, hideSuggestions: guarded }
    const known = api.documents.get(query)
    const document = known ?? parse(query, { maxTokens: MAX_TOKENS })
    checkCost(document, guarded ? COSTS.guarded : COSTS.trusted)
    if (known === undefined) {
      const errors = validate(api.schema, document, undefined, options)
      if (errors.length > 0) return errors
      api.documents.set(query, document)
    }
    const node = findOperation(document, operationName)
    const given = variables ?? {}
    const read = getVariableValues(api.schema, node.variableDefinitions ?? [], given, options)
    if (read.errors !== undefined) return read.errors
    const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
    return {
      ...{ text: query, document, node, given, variables: read.variableValues },
      fragments: new Map(fragments.map((one) => [one.name.value, one])),
    }
  } catch (error) {
    if (error instanceof GraphQLError) return [error]
    // The parser goes down as deep as the document does.
    if (error instanceof RangeError) return [new GraphQLError('The document is nested too deeply.')]
    throw error
  }
}

function findOperation(document: DocumentNode, name: string | null | undefined): OperationDefinitionNode {
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  const [first, ...rest] = operations.filter(
    (one) => name === undefined || name === null || one.name?.value === name,
  )
  if (first === undefined) throw new GraphQLError('There is no operation of that name.')
  if (rest.length > 0) throw new GraphQLError('operationName must say which of the operations is meant.')
  if (first.operation === OperationTypeNode.SUBSCRIPTION)
    throw new GraphQLError('Subscriptions are not served here; live changes have routes of their own.')
  return first
}
