// A file of NDJSON as rows: one JSON object a line, as in a body of the data API.
import { MAX_RECORD, tooLong } from '#platform/csv/csv-reader.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { LIMITS } from '#platform/http/bodies/body-limits.ts'
import { parseJsonBody } from '#platform/http/bodies/json-body.ts'
import type { ColumnMapping } from './column-mapping.ts'
import { badLine, type Source, type SourceLine } from './source.ts'

/** NdjsonSource reads NDJSON; with a mapping, fields that are not in it are left out. */
export class NdjsonSource implements Source {
  readonly #mapping: ColumnMapping | undefined
  #line = 0
  #rest = ''

  constructor(mapping: ColumnMapping | undefined) {
    this.#mapping = mapping
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
    if (line.trim() !== '') yield lineOf(this.#line, line, this.#mapping)
  }
}

function lineOf(line: number, text: string, mapping: ColumnMapping | undefined): SourceLine {
  const value = parsed(text)
  if (value instanceof AppError) return badLine(line, withoutSubject(value.message))
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return badLine(line, 'must be a JSON object of column values')
  return { line, body: renamed(value as Record<string, unknown>, mapping), problems: [] }
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

function renamed(body: Record<string, unknown>, mapping: ColumnMapping | undefined): Record<string, unknown> {
  if (mapping === undefined) return body
  const given = [...mapping].filter(([name]) => Object.hasOwn(body, name))
  return Object.fromEntries(given.map(([name, column]) => [column, body[name]]))
}
