// What SQL may name: tables and views, their columns, and what is known of the caller.
import type { Table } from '#api/client/schemas.ts'
import type { Complete, Completion } from '#ui/code-editor/types.ts'

const FUNCTIONS: readonly Completion[] = ['auth.uid()', 'auth.email()', 'now()', 'count(*)'].map((label) => ({
  label,
  kind: 'function',
}))

/** sqlCompletions proposes the columns of a table behind its name and a dot, and all names elsewhere. */
export function sqlCompletions(tables: readonly Table[]): Complete {
  const columns = ({ slug, columns }: Table, named: boolean): Completion[] =>
    columns.map(({ name, data_type, description }) => ({
      label: name,
      kind: 'column',
      detail: named ? `${data_type} · ${slug}` : data_type,
      ...(description === null ? {} : { info: description }),
    }))
  return ({ text, from }) => {
    const owner = /(\w+)\.$/.exec(text.slice(0, from))?.[1]
    if (owner !== undefined) {
      // Also by an alias: `books b`, `books as b`.
      const table = tables.find(
        ({ slug }) => slug === owner || new RegExp(`\\b${slug}\\s+(?:as\\s+)?${owner}\\b`, 'i').test(text),
      )
      return table === undefined ? [] : columns(table, false)
    }
    const used = tables.filter(({ slug }) => new RegExp(`\\b${slug}\\b`, 'i').test(text))
    return [
      ...tables.map(({ slug, description }) => ({
        label: slug,
        kind: 'table' as const,
        ...(description === null ? {} : { info: description }),
      })),
      ...used.flatMap((table) => columns(table, true)),
      ...FUNCTIONS,
    ]
  }
}
