// The music store: tables with rows to try a project on. What is there already stays as it is. A load goes on while other screens are open.

import { outline } from 'virtual:music-store/outline'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '#api/client/api-error.ts'
import { queryClient } from '#api/client/query-client.ts'
import type { Table } from '#api/client/schemas.ts'
import { onSessionEnd } from '#api/client/session.ts'
import { importRows } from './imports.ts'
import { makeTable } from './new-table.ts'
import { listRows } from './rows.ts'
import { tablesQuery } from './tables.ts'

/** StoreLoad is a load that runs: the table that is next, and how much of all rows is there, up to 1. */
export interface StoreLoad {
  readonly table: string
  readonly part: number
}

/** MUSIC_STORE is how much it is. */
export const MUSIC_STORE = {
  tables: outline.length,
  rows: outline.reduce((sum, { rows }) => sum + rows, 0),
}

const loads = new Map<string, StoreLoad>()
const listeners = new Set<() => void>()
let session = new AbortController()

onSessionEnd(() => {
  session.abort(new ApiError(401, 'The session has ended.'))
  session = new AbortController()
})

/** subscribeStoreLoads calls the listener when a load has changed, and returns how to stop. */
export function subscribeStoreLoads(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** storeLoadOf returns the load that runs in a project, if one does. */
export const storeLoadOf = (projectId: string): StoreLoad | undefined => loads.get(projectId)

function set(projectId: string, load: StoreLoad | undefined): void {
  if (load === undefined) loads.delete(projectId)
  else loads.set(projectId, load)
  for (const listener of listeners) listener()
}

const isOfStore = ({ slug, description }: Table) =>
  outline.some((table) => table.slug === slug && table.description === description)

/** tablesOfStore returns how many tables of the store are there; 0 where a project's `own` tables are not the first ones of it alone. */
export function tablesOfStore(own: readonly Table[]): number {
  const first = outline.slice(0, own.length)
  const isBeginning = own.every((table) => isOfStore(table) && first.some(({ slug }) => slug === table.slug))
  return isBeginning ? own.length : 0
}

/** isFilledQuery is whether the table that is filled last has rows. */
export const isFilledQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'music-store'],
    queryFn: async ({ signal }) => {
      const slug = outline.at(-1)?.slug ?? ''
      return (await listRows({ projectId, slug }, { limit: 1 }, signal)).rows.length > 0
    },
  })

/**
 * loadMusicStore makes the tables that are not there, and all rows. Where another table has a name of the store it makes nothing, and
 * throws the sentence that `taken` returns for that name.
 */
export async function loadMusicStore(projectId: string, taken: (table: string) => string): Promise<void> {
  set(projectId, { table: outline[0]?.slug ?? '', part: 0 })
  const refresh = (isFilled: boolean) => {
    queryClient.setQueryData(isFilledQuery(projectId).queryKey, isFilled)
    return queryClient.invalidateQueries({ queryKey: ['projects', projectId] })
  }
  try {
    await load(projectId, taken, session.signal)
    await refresh(true)
  } catch (error) {
    void refresh(false)
    throw error
  } finally {
    set(projectId, undefined)
  }
}

async function load(projectId: string, taken: (table: string) => string, signal: AbortSignal): Promise<void> {
  const { tables } = await import('virtual:music-store')
  const there = await slugsThere(projectId, taken)
  let before = 0
  for (const { table, rows, lines } of tables) {
    signal.throwIfAborted()
    const slug = table.name
    const onPart = (part: number) =>
      set(projectId, { table: slug, part: (before + rows * part) / MUSIC_STORE.rows })
    onPart(0)
    if (!there.includes(slug))
      await makeTable(projectId, table).catch(async (error) => {
        // Another tab has made it.
        const isThere = error.status === 409 && (await slugsThere(projectId, taken)).includes(slug)
        if (!isThere) throw error
      })
    const file = { file: new Blob([lines]), format: 'ndjson', isRepeated: true } as const
    await importRows({ projectId, slug }, file, false, { onPart, signal })
    before += rows
  }
}

async function slugsThere(projectId: string, taken: (table: string) => string): Promise<readonly string[]> {
  const tables = await queryClient.fetchQuery({ ...tablesQuery(projectId), staleTime: 0, retry: false })
  const slugs = tables.map(({ slug }) => slug)
  const other = tables.find((table) => outline.some(({ slug }) => slug === table.slug) && !isOfStore(table))
  if (other !== undefined) throw new Error(taken(other.slug))
  return slugs
}
