// GraphQL: its results come without the envelope.
import { jsonOf, strange } from './http/answers.ts'
import { MsingiError } from './http/error.ts'
import { type Exchange, idempotent } from './http/http.ts'

/** GraphqlOptions go with a document. */
export interface GraphqlOptions {
  readonly variables?: Readonly<Record<string, unknown>>
  /** operationName says which operation of the document runs, where it has several. */
  readonly operationName?: string
  /** idempotencyKey has a mutation with the same key done once. */
  readonly idempotencyKey?: string
}

/** Graphql runs a document and returns its data. */
export type Graphql = <Data = Record<string, unknown>>(
  document: string,
  options?: GraphqlOptions,
) => Promise<Data>

interface Result<Data> {
  readonly data?: Data | null
  readonly errors?: readonly { readonly message: string }[]
}

/**
 * createGraphql returns Graphql. It rejects with a MsingiError if any field has failed; `details` are GraphQL's own errors,
 * with their paths.
 */
export function createGraphql(exchange: Exchange, path: string): Graphql {
  return <Data>(query: string, { idempotencyKey, ...options }: GraphqlOptions = {}) => {
    const headers = idempotent(idempotencyKey)
    return exchange(
      { method: 'POST', path, body: { query, ...options }, headers },
      async (response, parse) => {
        const { data, errors = [] } = (await jsonOf(response, parse)) as Result<Data>
        if (!Array.isArray(errors)) throw strange(response.status)
        if (errors.length === 0) return data as Data
        throw new MsingiError(String(errors[0]?.message ?? errors[0]), {
          status: response.status,
          errors: errors.map((error) => String(error?.message ?? error)),
          details: errors,
          requestId: response.headers.get('x-request-id') ?? undefined,
        })
      },
    )
  }
}
