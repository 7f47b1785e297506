// One export: all rows that match, from a cursor, in one transaction and so of one moment.
import type { Readable } from 'node:stream'
import type { ExportPlan } from '#engine/request/plan.ts'
import { type LinkSource, withLinks } from '#modules/rows/data/operations/file-links.service.ts'
import { prepareRead } from '#modules/rows/data/reading/prepared-reads.service.ts'
import { type Actor, contextOf, type ProjectRecord } from '#platform/credentials/actor.ts'
import type { DataConnection } from '#platform/db/connections/data-connection.ts'
import type { Statement } from '#platform/db/connections/packet.ts'
import { comparands, withField } from '#platform/db/executor/value-errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { LineFormat } from './export-lines.ts'
import { ExportStream } from './export-stream.ts'

/** Export is what to export, as whom and how. */
export interface Export {
  readonly project: ProjectRecord
  readonly actor: Actor
  readonly plan: ExportPlan
  readonly links: LinkSource
  readonly format: LineFormat
}

// Rows are fetched about a megabyte at a time, going by those before them. No statement takes long, so that those of
// code of the project are still told apart and ended.
const FIRST_ROWS = 50
const MOST_ROWS = 1000
const FETCH_BYTES = 1024 * 1024

// An index that has the order begins at once; a sort would need room on the disk for the whole table.
const PREFER_INDEXES: Statement = { text: 'set local enable_sort = off' }

/** openExport returns the bytes of an export once its first rows are there, or throws what is wrong with it. */
export async function openExport(platform: Platform, given: Export, signal: AbortSignal): Promise<Readable> {
  const { project, actor, plan, links } = given
  const { executor } = platform.clusters.of(project)
  const read = prepareRead(plan)
  const [statement] = await withLinks([read.statement], links)
  const caller = { executor, project, actor: contextOf(actor) }
  const open = () => {
    const ending = new AbortController()
    const stream = new ExportStream((error) => ending.abort(error ?? undefined))
    const begun = Promise.withResolvers<Readable>()
    executor
      .long(project, caller.actor, AbortSignal.any([signal, ending.signal]), (connection) =>
        send(connection, statement as Statement, {
          stream,
          format: given.format,
          begin: () => begun.resolve(stream),
        }),
      )
      .then(
        () => stream.finish(),
        (error) => {
          begun.reject(error)
          stream.destroy(error)
        },
      )
    // What goes wrong after the beginning ends the answer, whoever listens.
    stream.on('error', () => {})
    return begun.promise
  }
  return withField(caller, () => comparands(new Set(read.filters)), open)
}

interface Sending {
  readonly stream: ExportStream
  readonly format: LineFormat
  readonly begin: () => void
}

async function send(
  connection: DataConnection,
  { text, values }: Statement,
  { stream, format, begin }: Sending,
): Promise<void> {
  const declare = { text: `declare rows$ no scroll cursor for ${text}`, values: values ?? [], once: true }
  await connection.run([PREFER_INDEXES, declare])
  stream.write(format.head)
  for (let rows = FIRST_ROWS, isLast = false; !isLast; ) {
    let count = 0
    let characters = 0
    const fetch = { text: `fetch forward ${rows} from rows$`, once: true }
    await connection.run([fetch], undefined, (fields) => {
      const line = format.line(fields)
      count += 1
      characters += line.length
      stream.write(line, connection)
    })
    begin()
    isLast = count < rows
    await stream.drained()
    const fitting = Math.floor((FETCH_BYTES * count) / Math.max(1, characters))
    rows = Math.max(1, Math.min(MOST_ROWS, fitting, 4 * rows))
  }
}
