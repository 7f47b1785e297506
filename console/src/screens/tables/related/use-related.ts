// What the cells of a table refer to: rows by their labels, and files.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Table } from '#api/client/schemas.ts'
import { listRows, type Row, type TableOf } from '#api/data/rows.ts'
import { tablesQuery } from '#api/data/tables.ts'
import { type GridColumn, shownText } from '#grid/columns.ts'
import { PAGE_SIZE, type RowPages } from '#grid/row-pages.ts'
import { labelColumn } from './label-column.ts'
import { MOST_IDS, RelatedRows, type Wanted } from './related-rows.ts'

const FILES = 'storage_objects'

/** Related finds what a cell refers to. */
export interface Related {
  readonly version: number
  /** find returns the row, or the file, that a cell refers to; null where there is none, undefined while it is not read. */
  find(column: GridColumn, value: unknown): Row | null | undefined
  /** textOf returns the label that is shown for a value, or undefined. */
  textOf(column: GridColumn, value: unknown): string | undefined
  /** look is called with the rows that are looked at, `end` outside. */
  look(start: number, end: number): void
}

/** useRelated reads what is referred to by the pages of rows that are looked at; `labels` are columns that somebody has chosen. */
export function useRelated(
  { projectId, as }: TableOf,
  columns: readonly GridColumn[],
  labels: Readonly<Record<string, string>>,
  pages: RowPages<Row>,
): Related {
  const { data: tables } = useQuery(tablesQuery(projectId))
  const known = useMemo(
    () =>
      new RelatedRows(async (slug, column, ids) => {
        const select = column === 'id' ? 'id' : slug === FILES ? 'id,name,size,mime_type' : `id,${column}`
        const query = { where: `(id.in.(${ids.join(',')}))`, select, limit: MOST_IDS }
        return (await listRows({ projectId, slug, as }, query)).rows
      }),
    [projectId, as],
  )
  const version = useSyncExternalStore(known.subscribe, known.version)
  const loaded = useSyncExternalStore(pages.subscribe, pages.version)
  const targets = useMemo(() => targetsOf(columns, tables ?? [], labels), [columns, tables, labels])
  const [window, setWindow] = useState({ from: 0, to: PAGE_SIZE })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loaded` is another one when rows are.
  useEffect(() => {
    const wanted: Wanted[] = []
    for (let index = window.from; index < window.to && targets.size > 0; index += 1) {
      const row = pages.rowAt(index)
      if (row === undefined) continue
      for (const [name, target] of targets) {
        const id = row[name]
        if (typeof id === 'string') wanted.push({ ...target, id })
      }
    }
    known.want(wanted)
  }, [known, pages, targets, window, loaded])
  const look = useCallback((start: number, end: number) => {
    const from = Math.floor(start / PAGE_SIZE) * PAGE_SIZE
    const to = Math.ceil(end / PAGE_SIZE) * PAGE_SIZE
    setWindow((now) => (now.from === from && now.to === to ? now : { from, to }))
  }, [])
  const find: Related['find'] = ({ name }, value) => {
    const target = targets.get(name)
    if (target === undefined || typeof value !== 'string') return undefined
    return known.find({ ...target, id: value })
  }
  return {
    version,
    find,
    textOf: (column, value) => {
      const label = find(column, value)?.[targets.get(column.name)?.column ?? 'id']
      return label === null || label === undefined || label === '' ? undefined : shownText(label)
    },
    look,
  }
}

function targetsOf(
  columns: readonly GridColumn[],
  tables: readonly Table[],
  labels: Readonly<Record<string, string>>,
): ReadonlyMap<string, Omit<Wanted, 'id'>> {
  return new Map(
    columns.flatMap(({ name, kind, reference }): [string, Omit<Wanted, 'id'>][] => {
      if (kind === 'file') return [[name, { table: FILES, column: 'name' }]]
      const table = tables.find(({ slug }) => slug === reference)
      if (table === undefined) return []
      const chosen = table.columns.find((one) => one.name === labels[name])?.name
      return [[name, { table: table.slug, column: chosen ?? labelColumn(table) }]]
    }),
  )
}
