// From a condition's text to one expression tree: limits, tokens and the real parser. Nothing leaves this file that
// is not exactly one expression, so whatever follows may trust the shape of the tree, though not its content.

import { type Fail, type Frame, indexOf, parseSql, type SqlBounds } from '#engine/parser/parse-sql.ts'
import { SqlError } from '#engine/parser/sql-error.ts'
import type { Node, ScanToken } from '#engine/parser/syntax-tree.ts'
import { surplusKey } from './tree.ts'

// The parser recurses once for each level of the tree that it prints; a chain such as `- - - x` nests without brackets,
// so the number of tokens keeps it far from the end of the stack.
/** CONDITION_BOUNDS are the limits of a condition's text. */
export const CONDITION_BOUNDS: SqlBounds = {
  name: 'a condition',
  characters: 10_000,
  tokens: 2_000,
  controls: '\t\n\r',
}

/** CONDITION_FRAME makes a statement of a condition; no token of the text can reach across the line breaks into it. */
export const CONDITION_FRAME: Frame = { start: 'SELECT (\n', end: '\n)' }

/** ParsedCondition is the one expression of a source, and how to point at places in it. */
export interface ParsedCondition {
  readonly expression: Node
  readonly fail: Fail
}

/** parseCondition returns the one expression of a source, or throws a SqlError. */
export function parseCondition(source: string): ParsedCondition {
  const { statements, fail } = parseSql(source, CONDITION_BOUNDS, CONDITION_FRAME, (tokens) =>
    checkTokens(source, tokens),
  )
  return { expression: unwrap(statements, fail), fail }
}

function checkTokens(source: string, tokens: readonly ScanToken[]): void {
  const refuse = (message: string, { start }: ScanToken) => new SqlError(message, indexOf(source, start))
  const first = tokens[0]
  if (!first) throw new SqlError('the condition is empty')
  if (/^(select|with|values|table)$/i.test(first.text)) {
    throw refuse('a condition is an expression, not a statement: put a subquery in parentheses', first)
  }
  let depth = 0
  for (const token of tokens) {
    const refused = refusedToken(token)
    if (refused) throw refuse(`${refused} not allowed in a condition`, token)
    if (token.text === '(' || token.text === '[') depth += 1
    if (token.text === ')' || token.text === ']') depth -= 1
    if (depth < 0) throw refuse('there is a closing parenthesis too many', token)
  }
  if (depth > 0) throw new SqlError('a closing parenthesis is missing')
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

function unwrap(statements: readonly object[], fail: Fail): Node {
  const notOne = fail('a condition must be exactly one expression')
  const [statement] = statements as { stmt?: Node }[]
  if (statements.length !== 1 || !statement?.stmt || !('SelectStmt' in statement.stmt)) throw notOne
  const select = statement.stmt.SelectStmt
  const [target] = select.targetList ?? []
  if (surplusKey(select, ['targetList', 'limitOption', 'op']) || select.op !== 'SETOP_NONE') throw notOne
  if (select.targetList?.length !== 1 || !target || !('ResTarget' in target)) throw notOne
  if (surplusKey(target.ResTarget, ['val', 'location']) || !target.ResTarget.val) throw notOne
  return target.ResTarget.val
}
