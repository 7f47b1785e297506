// Rows that only PostgreSQL can decide: asked under each caller's own identity, all rows of a caller in one statement,
// and many callers in one packet.
import { qualify, quoteIdentifier } from '#engine/identifiers.ts'
import type { Row } from '#engine/live-access.ts'
import type { TableShape } from '#engine/shape.ts'
import { textOf } from '#platform/changes/row-change.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { Gate } from '#platform/db/gate.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { LiveCaller } from './callers.ts'

// Subscribers must leave room in the data pool for requests, which may have to wait behind a packet.
const AT_ONCE = 4
const PACKET = 25
// Each caller's rows travel by themselves, also where all are asked about the same ones.
const PACKET_BYTES = 4 * 1024 * 1024

/** RowQuestions are the rows to decide, by caller. */
export type RowQuestions = ReadonlyMap<LiveCaller, ReadonlySet<Row>>

/** DatabaseDecider asks PostgreSQL which rows callers may see. */
export class DatabaseDecider {
  readonly #platform: Platform
  readonly #gate = new Gate(AT_ONCE)

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /** decide gives the rows that each caller may see, or throws where PostgreSQL cannot be asked. */
  async decide(
    project: ProjectRecord,
    table: TableShape,
    sql: string,
    questions: RowQuestions,
  ): Promise<Map<LiveCaller, Set<Row>>> {
    const { executor } = this.#platform.clusters.of(project)
    const text = statementFor(table, sql)
    const all = [...questions].map(([caller, rows]): Question => ({ caller, rows: [...rows] }))
    const ask: Ask = async (some) => {
      const results = await executor.ask(
        project,
        some.map(({ caller, rows }) => ({
          actor: caller.context,
          statement: { text, values: [`[${rows.map(textOf).join()}]`] },
        })),
      )
      return some.map(({ rows }, n) => (results[n]?.rows ?? []).map(([index]) => rows[Number(index)] as Row))
    }
    const packets = packetsOf(all)
    const visible = await Promise.all(packets.map((packet) => this.#gate.run(() => decideAll(ask, packet))))
    return new Map(visible.flat().map((rows, n) => [(all[n] as Question).caller, new Set(rows)]))
  }
}

interface Question {
  readonly caller: LiveCaller
  readonly rows: readonly Row[]
}

/** Ask gives for each question the rows that its caller may see. */
type Ask = (questions: readonly Question[]) => Promise<Row[][]>

// A condition that ends in an error lets nobody see, and fails all that is asked with it: find out of whom and of which
// rows that is true.
async function decideAll(ask: Ask, questions: readonly Question[]): Promise<Row[][]> {
  try {
    return await ask(questions)
  } catch (error) {
    if (!isAboutTheRows(error)) throw error
  }
  const [first, ...others] = questions
  if (first === undefined) return []
  if (others.length > 0) {
    const middle = questions.length >> 1
    const former = await decideAll(ask, questions.slice(0, middle))
    return [...former, ...(await decideAll(ask, questions.slice(middle)))]
  }
  if (first.rows.length === 1) return [[]]
  const each = first.rows.map((row) => ({ caller: first.caller, rows: [row] }))
  return [(await decideAll(ask, each)).flat()]
}

// The rows are given as records, so that they need not be in the table any more; subqueries see what the caller may
// see. MATERIALIZED keeps the condition away from how the records are made.
function statementFor(table: TableShape, sql: string): string {
  const [slug, type] = [quoteIdentifier(table.slug), qualify(table.schema, table.slug)]
  return `with rows$ as materialized (
      select e$.value as value, e$.ordinality as n from json_array_elements($1::json) with ordinality e$)
    select rows$.n - 1 from rows$ cross join lateral json_populate_record(null::${type}, rows$.value) ${slug}
    where ${sql}`
}

function packetsOf(questions: readonly Question[]): Question[][] {
  const packets: Question[][] = []
  let room = 0
  for (const question of questions) {
    const size = question.rows.reduce((sum, row) => sum + textOf(row).length, 0)
    const packet = packets.at(-1)
    if (packet !== undefined && packet.length < PACKET && size <= room) {
      packet.push(question)
      room -= size
    } else {
      packets.push([question])
      room = PACKET_BYTES - size
    }
  }
  return packets
}

function isAboutTheRows(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'invalid_input' || error.code === 'forbidden')
}
