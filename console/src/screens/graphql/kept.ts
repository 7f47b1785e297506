// What the server keeps of the screen for the viewer: the document that is written, and those that have run.
import { historyUnder, type Ran } from '#api/project/kept-history.ts'
import type { KeptValue } from '#api/project/kept-writes.ts'

/** Draft is a document with its variables, as texts. */
export interface Draft {
  readonly query: string
  readonly variables: string
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** DRAFT is where the document is kept. */
export const DRAFT: KeptValue<Draft> = {
  whose: 'me',
  key: 'graphql-draft',
  read: (json) => {
    const { query, variables } = (json ?? {}) as Partial<Draft>
    return { query: text(query), variables: text(variables) }
  },
}

/** HISTORY is where the requests are kept. */
export const HISTORY = historyUnder<Draft & Ran>('graphql-history', ({ query, variables }) => [
  query,
  variables,
])
