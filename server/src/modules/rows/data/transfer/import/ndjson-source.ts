// A file of NDJSON as rows: one JSON object a line, as in a body of the data API.
import type { TableShape } from '#engine/shapes/shape.ts'
import { MAX_RECORD, tooLong } from '#platform/csv/csv-reader.ts'
import type { DateOrder } from '#platform/csv/date-order.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { FieldProblem } from '#platform/errors/field-errors.ts'
import { LIMITS } from '#platform/http/bodies/body-limits.ts'
import { parseJsonBody } from '#platform/http/bodies/json-body.ts'
import { dateValue } from './cell-value.ts'
import type { ColumnMapping } from './column-mapping.ts'
import { badLine, type Source, type SourceLine } from './source.ts'

const NOT_NAMED = 'is a field that columns neither maps nor leaves out, as name:column or name: do'

/** NdjsonSource reads NDJSON; with a mapping, fields that are not in it are reported. */
export class NdjsonSource implements Source {
  readonly #table: TableShape
  readonly #mapping: ColumnMapping | undefined
  readonly #dates: DateOrder | undefined
  #line = 0
  #rest = ''

  constructor(table: TableShape, mapping: ColumnMapping | undefined, dates: DateOrder | undefined) {
    this.#table = table
    this.#mapping = mapping
    this.#dates = dates
  }

  *read(text: string): Generator<SourceLine> {
    let from = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      yield* this.#take(text.slice(from, end))
      from = end + 1
    }
    this.#rest += text.slice(from)
    if (this.#rest.length > MAX_RECORD) throw tooLong(this.#line + 1)
  }

  *end(): Generator<SourceLine> {
    yield* this.#take('')
  }

  *#take(text: string): Generator<SourceLine> {
    const line = this.#rest + text
    this.#rest = ''
    this.#line += 1
    if (line.length > MAX_RECORD) throw tooLong(this.#line)
    if (line.trim() !== '') yield this.#lineOf(this.#line, line)
  }

  #lineOf(line: number, text: string): SourceLine {
    const value = parsed(text)
    if (value instanceof AppError) return badLine(line, withoutSubject(value.message))
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return badLine(line, 'must be a JSON object of column values')
    const fields = value as Record<string, unknown>
    if (this.#mapping === undefined) return { line, body: this.#withDates(fields), problems: [] }
    const { body, problems } = renamed(fields, this.#mapping)
    return { line, body: problems.length > 0 ? undefined : this.#withDates(body), problems }
  }

  #withDates(body: Record<string, unknown>): Record<string, unknown> {
    const dates = this.#dates
    if (dates === undefined) return body
    const { columns } = this.#table
    const read = (name: string, value: unknown) => {
      const column = columns.get(name)
      return column === undefined ? value : dateValue(column, value, dates)
    }
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, read(name, value)]))
  }
}

function parsed(text: string): unknown {
  try {
    return parseJsonBody(Buffer.from(text), LIMITS.server)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function withoutSubject(message: string): string {
  return message.replace(/^The request body is/, 'is').replace(/\.$/, '')
}

function renamed(fields: Record<string, unknown>, mapping: ColumnMapping) {
  const body: Record<string, unknown> = {}
  const problems: FieldProblem[] = []
  for (const [field, value] of Object.entries(fields)) {
    const name = field.trim()
    const column = mapping.get(name)
    if (!mapping.has(name)) problems.push({ field: field.slice(0, 100), problem: NOT_NAMED })
    else if (column === undefined) continue
    else if (Object.hasOwn(body, column)) problems.push({ field: column, problem: 'stands there twice' })
    else body[column] = value
  }
  return { body, problems }
}
