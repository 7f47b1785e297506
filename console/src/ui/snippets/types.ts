// A request to the API, as snippets write it in several languages.

/** SnippetCall is one request; `key` is the key itself or what stands in its place, undefined for another credential. */
export interface SnippetCall {
  /** server is the server's address, such as https://api.example.com. */
  readonly server: string
  readonly project: string
  readonly key: string | undefined
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** path stands below /api/v1, with its query, encoded. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** body is a value of JSON; undefined for none. */
  readonly body?: unknown
  /** streams is whether the answer is a stream of server-sent events. */
  readonly streams?: boolean
  /** typescript is what is done with the client, `msingi`. */
  readonly typescript: string
}

/** Snippet is a call in one language. */
export interface Snippet {
  readonly value: string
  readonly title: string
  readonly code: string
}
