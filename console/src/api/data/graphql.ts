// GraphQL of a project: requests, and the schema.
import { queryOptions } from '@tanstack/react-query'
import type { IntrospectionQuery } from 'graphql'
import { deliver, send } from '#api/client/client.ts'
import { indentJson } from '#api/client/exact-json.ts'
import { BASE } from '#api/client/session.ts'

/** GraphqlBody is a request of GraphQL. */
export interface GraphqlBody {
  readonly query: string
  readonly variables?: object
  readonly operationName?: string | undefined
}

/** GraphqlAnswer is the whole answer as indented text, with all digits, and the sentences of its errors. */
export interface GraphqlAnswer {
  readonly status: number
  readonly ms: number
  readonly text: string
  readonly error: string | undefined
  /** undone is whether a mutation was tried as somebody else. */
  readonly undone: boolean
}

function requestOf(projectId: string, body: GraphqlBody, headers: Readonly<Record<string, string>>): Request {
  const init = { method: 'POST', body: JSON.stringify(body) }
  return new Request(`${BASE}/projects/${projectId}/graphql`, {
    ...init,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

/** runGraphql runs a document; what GraphQL refuses is an answer, too. */
export async function runGraphql(
  projectId: string,
  body: GraphqlBody,
  headers: Readonly<Record<string, string>>,
): Promise<GraphqlAnswer> {
  const started = performance.now()
  const response = await deliver(requestOf(projectId, body, headers))
  const text = await response.text()
  const ms = Math.round(performance.now() - started)
  return { status: response.status, ms, text: indentJson(text), ...readAnswer(response.status, text) }
}

interface Answered {
  readonly message?: string
  readonly errors?: readonly ({ readonly message?: string } | string)[]
  readonly extensions?: { readonly undone?: boolean }
}

function readAnswer(status: number, text: string): Pick<GraphqlAnswer, 'error' | 'undone'> {
  try {
    const { message, errors = [], extensions } = JSON.parse(text) as Answered
    const sentences = errors.map((error) => (typeof error === 'string' ? error : (error.message ?? '')))
    const error = sentences.length > 0 ? sentences.join('\n') : status >= 400 ? (message ?? text) : undefined
    return { error, undone: extensions?.undone === true }
  } catch {
    return { error: `The server answered ${status}.`, undone: false }
  }
}

/** introspectionQuery is the schema as it describes itself. */
export const introspectionQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'introspection'],
    queryFn: async () => {
      const { getIntrospectionQuery } = await import('graphql')
      const response = await send(requestOf(projectId, { query: getIntrospectionQuery() }, {}))
      const { data } = (await response.json()) as { data: IntrospectionQuery }
      return data
    },
  })
