// One import or its dry run: how far it is, what came of it, and how it is cancelled.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '#api/client/api-error.ts'
import type { Table } from '#api/client/schemas.ts'
import { type BadLine, type ImportReport, importRows } from '#api/data/imports.ts'
import { makeTable } from '#api/data/new-table.ts'
import { removeTable, schemaKeys } from '#api/data/schema.ts'
import { filledRows, newTableOf } from '#screens/tables/create/table-draft.ts'
import { stopTrials } from '#screens/tables/create/use-trial.ts'
import { fileOf, type Mapping } from './layout.ts'
import { datesOf, idIn, type Plan } from './plan.ts'
import { isReadable, type Sample } from './sample.ts'

// No answer, or none of the server itself.
const LOST: ReadonlySet<number> = new Set([0, 502, 504])

/**
 * Run is the import that is under way, or what came of the last one: `done` is written, `good` would be, and `changed` is a
 * file that is not the one that was chosen any more. `left` is the name of a new table that could not be dropped again.
 */
export type Run =
  | { readonly state: 'running'; readonly isTrial: boolean; readonly part: number }
  | { readonly state: 'good'; readonly lines: number }
  | { readonly state: 'done'; readonly slug: string; readonly written: number }
  | { readonly state: 'bad'; readonly report: ImportReport }
  | { readonly state: 'cancelled'; readonly isLate: boolean; readonly left: string | undefined }
  | { readonly state: 'changed'; readonly left: string | undefined }
  | {
      readonly state: 'failed'
      readonly sentences: readonly string[]
      readonly isLost: boolean
      readonly left: string | undefined
    }

/** Import starts imports; `clear` forgets what came of the last one. */
export interface Import {
  readonly run: Run | undefined
  start(sample: Sample, plan: Plan, isTrial: boolean): Promise<void>
  cancel(): void
  clear(): void
}

/** useImport runs one import at a time, and cancels it with its dialog. */
export function useImport(projectId: string): Import {
  const client = useQueryClient()
  const [run, setRun] = useState<Run>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])
  const schemaChanged = () =>
    Promise.all(schemaKeys(projectId).map((queryKey) => client.invalidateQueries({ queryKey })))

  const start = async (sample: Sample, plan: Plan, isTrial: boolean) => {
    const controller = new AbortController()
    const { signal } = controller
    current.current = controller
    let part = 0
    let made: Table | undefined
    const onPart = (now: number) => {
      part = now
      setRun({ state: 'running', isTrial, part })
    }
    onPart(0)
    try {
      if (plan.into === undefined) {
        await stopTrials(client, projectId)
        made = await makeTable(projectId, newTableOf(plan.draft))
      }
      const slug = (plan.into ?? made)?.slug ?? ''
      const mapping = made === undefined ? plan.mapping : mappingTo(made, plan)
      const file = await fileOf(sample, plan.layout, plan.contents, mapping)
      const { order } = datesOf(plan)
      const dates = order === 'iso' ? undefined : order
      const table = { projectId, slug }
      const { lines, written } = await importRows(table, { ...file, dates }, isTrial, { onPart, signal })
      if (made !== undefined) await schemaChanged()
      setRun(isTrial ? { state: 'good', lines } : { state: 'done', slug, written })
    } catch (error) {
      const left = made === undefined ? undefined : await removed(made)
      const mayBeWritten = part === 1 && !isTrial && (made === undefined || left !== undefined)
      const isChanged = !signal.aborted && !(await isReadable(sample.file))
      setRun(
        isChanged ? { state: 'changed', left } : outcomeOf(error as Error, signal, plan, mayBeWritten, left),
      )
    }
  }

  // A table without its rows is not what was asked for.
  const removed = async (made: Table) => {
    try {
      await removeTable(projectId, made).run()
      return undefined
    } catch {
      return made.name
    } finally {
      void schemaChanged()
    }
  }

  return { run, start, cancel: () => current.current?.abort(), clear: () => setRun(undefined) }
}

// The columns of a new table are in the order of the rows of its form, whose keys are places in the file.
function mappingTo({ columns }: Table, { contents, draft }: Plan): Mapping {
  const own = columns.filter(({ is_system }) => !is_system)
  const pairs = filledRows(draft.rows).flatMap(({ key }, at): [number, string][] => {
    const name = own[at]?.name
    return key < contents.columns.length && name !== undefined ? [[key, name]] : []
  })
  const id = idIn(contents.columns)
  return new Map(id === undefined ? pairs : [...pairs, [contents.columns.indexOf(id), 'id']])
}

function outcomeOf(
  error: Error,
  { aborted }: AbortSignal,
  { contents, layout }: Plan,
  mayBeWritten: boolean,
  left: string | undefined,
): Run {
  if (aborted) return { state: 'cancelled', isLate: mayBeWritten, left }
  const { status = 0, details, errors = [error.message] } = error as Partial<ApiError>
  const shift = layout.format === 'csv' ? contents.linesBefore - 1 : 0
  const { report } = (details ?? {}) as Partial<ImportReport>
  if (report !== undefined && left === undefined) {
    const lines = report.map((bad): BadLine => ({ ...bad, line: bad.line + shift }))
    return { state: 'bad', report: { ...(details as ImportReport), report: lines } }
  }
  const sentences = errors.map((one) =>
    one.replace(/^line (\d+)/, (_, line) => `line ${Number(line) + shift}`),
  )
  return { state: 'failed', sentences, isLost: mayBeWritten && LOST.has(status), left }
}
