// One change, made of the JSON texts of its rows.
import { rawJson } from '#engine/shapes/raw-json.ts'
import { exactNumber, parseExactly } from '#platform/json/exact-json.ts'
import type { Change, ChangeType, Row } from './change-feed.ts'

/** RowTexts is a change before it has its place in the sequence. */
export interface RowTexts {
  readonly id: string
  readonly type: ChangeType
  readonly project_id: string
  readonly table_id: string
  readonly table: string
  /** record and old_record are JSON objects as text. */
  readonly record: string
  readonly old_record: string | undefined
  readonly committed_at: Date
}

// What a change weighs beside its texts, measured on the heap.
const OVERHEAD = 300

const textsOf = new WeakMap<Row, string>()

/** textOf returns the JSON text of a row of a change as it was captured: a parsed row may have numbers within JSON rounded. */
export function textOf(row: Row): string {
  const text = textsOf.get(row)
  if (text === undefined) throw new Error('not a row of a change')
  return text
}

/** RowChange keeps rows as text: most are only ever sent on. */
export class RowChange implements Change {
  readonly offset: number
  readonly #texts: RowTexts
  // Weak, so that thousands of changes that wait for late subscribers do not hold their rows twice.
  #record: WeakRef<Row> | undefined
  #oldRecord: WeakRef<Row> | undefined

  constructor(offset: number, texts: RowTexts) {
    this.offset = offset
    this.#texts = texts
  }

  get id(): string {
    return this.#texts.id
  }

  get type(): ChangeType {
    return this.#texts.type
  }

  get project_id(): string {
    return this.#texts.project_id
  }

  get table_id(): string {
    return this.#texts.table_id
  }

  get table(): string {
    return this.#texts.table
  }

  get committed_at(): Date {
    return this.#texts.committed_at
  }

  get size(): number {
    return OVERHEAD + this.#texts.record.length + (this.#texts.old_record?.length ?? 0)
  }

  get record(): Row {
    const known = this.#record?.deref()
    if (known !== undefined) return known
    const row = parseRow(this.#texts.record)
    this.#record = new WeakRef(row)
    return row
  }

  get old_record(): Row | undefined {
    const text = this.#texts.old_record
    if (text === undefined) return undefined
    const known = this.#oldRecord?.deref()
    if (known !== undefined) return known
    const row = parseRow(text)
    this.#oldRecord = new WeakRef(row)
    return row
  }

  payload(withOld: boolean): string {
    const { id, type, table, project_id, record, old_record, committed_at } = this.#texts
    const old = withOld && old_record !== undefined ? `,"old_record":${old_record}` : ''
    // Ids and types need no escape, and neither do slugs; a table made by hand may have any name.
    return `{"id":"${id}","type":"${type}","table":${JSON.stringify(table)},"project_id":"${project_id}","record":${record}${old},"created_at":"${committed_at.toISOString()}"}`
  }
}

// Numbers of fewer digits are what they are in a double, and PostgreSQL writes exponents of floats alone.
const LONG_NUMBER = /[\d.]{16}/

/** parseRow reads a row, whose text textOf returns. Numbers of columns keep their digits; within JSON they may be rounded. */
export function parseRow(text: string): Row {
  const row = JSON.parse(text) as Record<string, unknown>
  if (LONG_NUMBER.test(text))
    for (const [name, value] of Object.entries(parseExactly(text) as Row))
      if (exactNumber(value) !== undefined) row[name] = value
      // One that a double happens to hold could also have been rounded to it.
      else if (Number.isInteger(value) && !Number.isSafeInteger(value)) row[name] = rawJson(String(value))
  textsOf.set(row, text)
  return row
}
