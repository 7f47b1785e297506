// From a condition's text to one expression tree: limits, tokens and the real parser. Nothing leaves this file that
// is not exactly one expression, so whatever follows may trust the shape of the tree, though not its content.
import type { Node, ScanToken } from 'libpg-query'
import {
  isParserLoaded,
  MAX_BRACKETS,
  ParseError,
  parseSql,
  scanSql,
} from '#engine/parser/postgres-parser.ts'
import { ConditionError } from './condition-error.ts'
import { surplusKey } from './tree.ts'

const MAX_CHARACTERS = 10_000
// The parser recurses once for each level of the tree that it prints. Brackets are counted above, but a chain such as
// `- - - x` nests without any, so the number of tokens keeps it far from the end of the stack.
const MAX_TOKENS = 2_000
// The parser reads the text on a line of its own: no token of the text can reach across into the frame.
const FRAME_START = 'SELECT (\n'
const FRAME_END = '\n)'

/** ErrorMaker builds the error for a place in the tree; `location` is the parser's. */
export type ErrorMaker = (message: string, location?: number) => ConditionError

/** ParsedCondition is the one expression of a source, and the way to point at places in it. */
export interface ParsedCondition {
  readonly expression: Node
  readonly error: ErrorMaker
}

/** parseCondition turns a source into its one expression, or throws a ConditionError. */
export function parseCondition(source: string): ParsedCondition {
  if (!isParserLoaded()) throw new Error('loadConditionParser must be awaited before the first condition')
  checkText(source)
  const error: ErrorMaker = (message, location) => new ConditionError(message, positionOf(source, location))
  checkTokens(scan(source), (message, byte) => error(message, byte + FRAME_START.length))
  return { expression: unwrap(parse(source), error), error }
}

function checkText(source: string): void {
  if (source.length > MAX_CHARACTERS) {
    throw new ConditionError(`a condition may have at most ${MAX_CHARACTERS} characters`)
  }
  const control = [...source].findIndex((character) => character < ' ' && !'\t\n\r'.includes(character))
  if (control >= 0) throw new ConditionError('a condition cannot hold NUL or other control characters')
  if (!source.isWellFormed()) throw new ConditionError('a condition must be well-formed Unicode')
}

function scan(source: string): readonly ScanToken[] {
  try {
    return scanSql(source)
  } catch {
    // The scanner's own message is lost in its output format; the parser repeats it with a position.
    parse(source)
    throw new ConditionError('the condition holds characters that SQL does not know')
  }
}

type TokenError = (message: string, byte: number) => ConditionError

function checkTokens(tokens: readonly ScanToken[], error: TokenError): void {
  const first = tokens[0]
  if (!first) throw new ConditionError('the condition is empty')
  if (/^(select|with|values|table)$/i.test(first.text)) {
    throw error('a condition is an expression, not a statement: put a subquery in parentheses', first.start)
  }
  if (tokens.length > MAX_TOKENS)
    throw new ConditionError(`a condition may have at most ${MAX_TOKENS} words and signs`)
  let depth = 0
  for (const token of tokens) {
    const refused = refusedToken(token)
    if (refused) throw error(`${refused} not allowed in a condition`, token.start)
    if (token.text === '(' || token.text === '[') depth += 1
    if (token.text === ')' || token.text === ']') depth -= 1
    if (depth < 0) throw error('there is a closing parenthesis too many', token.start)
    if (depth > MAX_BRACKETS)
      throw error(`a condition may nest at most ${MAX_BRACKETS} levels deep`, token.start)
  }
  if (depth > 0) throw new ConditionError('a closing parenthesis is missing')
}

function refusedToken({ text, tokenName }: ScanToken): string | undefined {
  if (tokenName === 'SQL_COMMENT' || tokenName === 'C_COMMENT') return 'comments are'
  if (tokenName === 'PARAM') return `the parameter ${text} is`
  if (text === ';') return 'a semicolon is'
  if (/^u&/i.test(text)) return 'Unicode escapes (U&) are'
  if (/^[bx]'/i.test(text)) return 'bit strings are'
  if (tokenName === 'SCONST' && !text.startsWith("'")) return "quotes other than '…' are"
  return undefined
}

function parse(source: string): readonly object[] {
  try {
    return parseSql(FRAME_START + source + FRAME_END).stmts ?? []
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw new ConditionError('the condition cannot be parsed')
    const { message, position } = cause
    // Here the parser counts characters, not the bytes that it gives as locations in the tree.
    const characters = [...source]
    const index = position - FRAME_START.length
    if (index >= characters.length) throw new ConditionError('the condition ends too early', source.length)
    throw new ConditionError(message, characters.slice(0, Math.max(index, 0)).join('').length)
  }
}

function unwrap(statements: readonly object[], error: ErrorMaker): Node {
  const notOne = error('a condition must be exactly one expression')
  const [statement] = statements as { stmt?: Node }[]
  if (statements.length !== 1 || !statement?.stmt || !('SelectStmt' in statement.stmt)) throw notOne
  const select = statement.stmt.SelectStmt
  const [target] = select.targetList ?? []
  if (surplusKey(select, ['targetList', 'limitOption', 'op']) || select.op !== 'SETOP_NONE') throw notOne
  if (select.targetList?.length !== 1 || !target || !('ResTarget' in target)) throw notOne
  if (surplusKey(target.ResTarget, ['val', 'location']) || !target.ResTarget.val) throw notOne
  return target.ResTarget.val
}

function positionOf(source: string, location: number | undefined): number | undefined {
  const byte = (location ?? -1) - FRAME_START.length
  if (byte < 0) return undefined
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    new TextEncoder().encode(source).subarray(0, byte),
  ).length
}
