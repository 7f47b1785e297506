// PostgreSQL's own parser and scanner (libpg-query), for parse-sql.ts only. Text that nests deeply enough overflows its
// stack and leaves it unusable: parse-sql.ts checks the depth before, and an instance that broke all the same is replaced.

/// <reference path="./libpg-query.d.ts" />
import type { ParseResult, ScanResult } from 'libpg-query'
import createInstance, { type PgQueryInstance } from 'libpg-query/wasm/libpg-query.js'
import { hasCommentRun } from './comment-runs.ts'
import type { ScanToken } from './syntax-tree.ts'

/** ParseError is what PostgreSQL says is wrong with a text; `position` counts characters (code points) from 0. */
export class ParseError extends Error {
  override readonly name = 'ParseError'
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
}

/** ParserFailure says that the parser broke on a text, for instance because it nests too deeply. */
export class ParserFailure extends Error {
  override readonly name = 'ParserFailure'
}

let instance: PgQueryInstance | undefined
let loading: Promise<void> | undefined

/** load loads the parser, or its replacement; await it before each use of the other functions. */
export async function load(): Promise<void> {
  if (instance !== undefined) return
  loading ??= createInstance().then((made) => {
    instance = made
    loading = undefined
  })
  await loading
}

/** isLoaded is true once load is done. */
export function isLoaded(): boolean {
  return instance !== undefined
}

/** parseText returns the statements of a text, or throws a ParseError or a ParserFailure. */
export function parseText(text: string): ParseResult {
  return use(text, readTree)
}

/** scanText returns the tokens of a text, or throws a ParseError or a ParserFailure, also where the text is no SQL. */
export function scanText(text: string): readonly ScanToken[] {
  return use(text, readTokens)
}

function use<T>(text: string, read: (parser: PgQueryInstance, pointer: number) => T): T {
  if (hasCommentRun(text)) throw new ParseError('too many comments begin within comments', 0)
  if (instance === undefined) throw new ParserFailure('load must be awaited before the parser is used')
  try {
    return withText(instance, text, read)
  } catch (cause) {
    if (cause instanceof ParseError || cause instanceof ParserFailure) throw cause
    // Its stack and memory are in an unknown state.
    instance = undefined
    void load()
    throw new ParserFailure('the parser broke', { cause })
  }
}

function withText<T>(
  parser: PgQueryInstance,
  text: string,
  read: (parser: PgQueryInstance, pointer: number) => T,
): T {
  const bytes = parser.lengthBytesUTF8(text) + 1
  const pointer = parser._malloc(bytes)
  if (pointer === 0) throw new Error('the parser has no memory left')
  try {
    parser.stringToUTF8(text, pointer, bytes)
    return read(parser, pointer)
  } finally {
    parser._free(pointer)
  }
}

// The result's fields are pointers: the tree as JSON, what went to stderr, the error.
function readTree(parser: PgQueryInstance, text: number): ParseResult {
  const result = parser._wasm_parse_query_raw(text)
  if (result === 0) throw new Error('the parser has no memory left')
  const tree = parser.getValue(result, 'i32')
  const error = parser.getValue(result + 8, 'i32')
  const thrown = error === 0 ? undefined : readError(parser, error)
  const json = thrown === undefined ? parser.UTF8ToString(tree) : ''
  parser._wasm_free_parse_result(result)
  if (thrown !== undefined) throw thrown
  return JSON.parse(json)
}

// The error's fields: message, function, file, line, position in characters from 1.
function readError(parser: PgQueryInstance, error: number): ParseError {
  const message = parser.UTF8ToString(parser.getValue(error, 'i32'))
  return new ParseError(message, Math.max(parser.getValue(error + 16, 'i32') - 1, 0))
}

// What the scanner says of a text that is no SQL is not JSON.
function readTokens(parser: PgQueryInstance, text: number): readonly ScanToken[] {
  const result = parser._wasm_scan(text)
  const json = parser.UTF8ToString(result)
  parser._wasm_free_string(result)
  if (!json.startsWith('{')) throw new ParserFailure(json)
  return (JSON.parse(json) as ScanResult).tokens
}
