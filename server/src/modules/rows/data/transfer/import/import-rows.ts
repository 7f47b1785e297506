// One import: the lines of a body, checked as bodies of the data API are and written in one transaction. All of them are
// written or none is; where one is wrong, the rest is tried all the same, for the report.

import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Conflict } from '#engine/request/plan.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { inspectRow } from '#modules/rows/data/operations/row-input.ts'
import { type Actor, contextOf, type ProjectRecord } from '#platform/credentials/actor.ts'
import { COMMIT } from '#platform/db/executor/connection-mode.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { Fault, ImportReport } from './import-report.ts'
import { type ImportRow, RowWriter } from './row-writer.ts'
import type { Source, SourceLine } from './source.ts'

/** Import is what to import, into which table, and as whom. */
export interface Import {
  readonly project: ProjectRecord
  readonly actor: Actor
  readonly table: TableShape
  readonly conflict: Conflict | undefined
  readonly source: Source
  readonly body: Readable
  /** dryRun tries everything and writes nothing. */
  readonly dryRun: boolean
  readonly report: ImportReport
}

// A batch is in memory a few times over on its way: as rows, as JSON, and as the bytes of a packet.
const BATCH_ROWS = 5000
const BATCH_CHARACTERS = 1024 * 1024
const TURN_MS = 3

/** importRows reads the body to its end and returns how many rows were written, 0 where `report` has faults. */
export async function importRows(platform: Platform, given: Import, signal: AbortSignal): Promise<number> {
  const { project, actor, table, conflict, dryRun, report } = given
  const { executor } = platform.clusters.of(project)
  const written = await executor.long(project, contextOf(actor), signal, async (connection) => {
    const writer = new RowWriter(connection, table, conflict)
    await new Batches(given, writer).run()
    if (report.badLines > 0) return 0
    // Constraints that wait for the end are checked now, in a dry run too.
    await connection.run([{ text: 'set constraints all immediate' }])
    if (!dryRun) await connection.run([COMMIT])
    return writer.written
  })
  if (!dryRun) platform.statistics.count(project, table, written)
  return written
}

class Batches {
  readonly #given: Import
  readonly #writer: RowWriter
  #rows: ImportRow[] = []
  #faults: Fault[] = []
  #characters = 0

  constructor(given: Import, writer: RowWriter) {
    this.#given = given
    this.#writer = writer
  }

  async run(): Promise<void> {
    const { body, source, report } = this.#given
    const decoder = new TextDecoder('utf-8', { fatal: true })
    for await (const chunk of body) {
      await this.#take(source.read(decode(decoder, chunk as Buffer, report.lines)))
      if (report.isFull) return
    }
    await this.#take(source.read(decode(decoder, undefined, report.lines)))
    await this.#take(source.end())
    await this.#flush()
  }

  // In turns of a few milliseconds, between which other requests are answered.
  async #take(lines: Iterable<SourceLine>): Promise<void> {
    let until = performance.now() + TURN_MS
    for (const line of lines) {
      this.#add(line)
      if (this.#rows.length >= BATCH_ROWS || this.#characters >= BATCH_CHARACTERS) await this.#flush()
      if (performance.now() < until) continue
      await nextTurn()
      until = performance.now() + TURN_MS
    }
    // Faults alone are little, but without end.
    if (this.#faults.length >= BATCH_ROWS) await this.#flush()
  }

  #add({ line, body, problems: unreadable }: SourceLine): void {
    const { table, actor, report } = this.#given
    report.lines += 1
    const checked = body && inspectRow(table, body, actor)
    const problems = checked?.problems ?? unreadable
    for (const { field, problem } of problems)
      this.#faults.push({ line, column: field === '' ? null : field, reason: problem })
    if (checked === undefined || problems.length > 0) return
    const json = JSON.stringify(checked.row.given)
    this.#characters += json.length
    this.#rows.push({ line, input: checked.row, json })
  }

  async #flush(): Promise<void> {
    const rows = this.#rows
    const faults = this.#faults
    this.#rows = []
    this.#faults = []
    this.#characters = 0
    const refused = rows.length === 0 ? [] : await this.#writer.write(rows)
    this.#given.report.add([...faults, ...refused])
  }
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer | undefined, lines: number): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch {
    throw invalidInput(
      `The file is not valid UTF-8, somewhere behind its first ${lines} rows. Save it as UTF-8.`,
    )
  }
}
