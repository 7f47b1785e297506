// GraphQL (spec 4.15): its results come without the envelope.
import { MsingiError } from './http/error.ts'
import { jsonOf } from './http/http.ts'

/** Graphql runs a document and returns its data. */
export type Graphql = <Data = Record<string, unknown>>(
  query: string,
  variables?: Readonly<Record<string, unknown>>,
) => Promise<Data>

interface Result<Data> {
  readonly data?: Data | null
  readonly errors?: readonly { readonly message: string }[]
}

/**
 * createGraphql returns Graphql over `post`, which sends a body. It rejects with a MsingiError if any field has failed;
 * `details` are GraphQL's own errors, with their paths.
 */
export function createGraphql(post: (body: object) => Promise<Response>): Graphql {
  return async <Data>(query: string, variables?: Readonly<Record<string, unknown>>) => {
    const response = await post(variables === undefined ? { query } : { query, variables })
    const { data, errors = [] } = await jsonOf<Result<Data>>(response)
    if (errors.length === 0) return data as Data
    throw new MsingiError(errors[0]?.message ?? '', {
      status: response.status,
      errors: errors.map(({ message }) => message),
      details: errors,
    })
  }
}
