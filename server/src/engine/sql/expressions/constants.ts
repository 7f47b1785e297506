// Constants: how they are written, and the checks of arguments that must be constants because of what they cost.
import type { A_Const, Node } from '#engine/parser/syntax-tree.ts'
import type { Context } from '#engine/sql/context/context.ts'

const NUMBER = /^(?:0[xob][0-9a-f_]+|(?:\d[\d_]*)?\.?[\d_]*(?:e[+-]?\d[\d_]*)?)$/i
const MAX_DIGITS = 200
const MAX_PATTERN = 200
const MAX_COPIES = 1000

/** writeConstant writes a literal anew. */
export function writeConstant(node: A_Const, context: Context): string {
  const { fail } = context.state
  if (node.isnull) return 'null'
  if (node.boolval) return node.boolval.boolval ? 'true' : 'false'
  if (node.sval) return writeText(node.sval.sval ?? '')
  if (node.ival) return signed(String(node.ival.ival ?? 0))
  const digits = node.fval?.fval
  const plain = digits?.replace(/^-/, '') ?? ''
  if (digits && plain.length <= MAX_DIGITS && NUMBER.test(plain)) return signed(digits)
  throw fail(
    digits ? `a number may have at most ${MAX_DIGITS} digits` : 'bit strings are not allowed',
    node.location,
  )
}

// Behind a minus, `--` would begin a comment, and `-2 ^ 2` would mean something else.
function signed(digits: string): string {
  return digits.startsWith('-') ? `(${digits})` : digits
}

// With E in front, a backslash means the same whatever standard_conforming_strings says.
function writeText(text: string): string {
  const quoted = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
  return text.includes('\\') ? ` E${quoted}` : quoted
}

/** constantText returns the text of a literal or a parameter, undefined for any other expression. */
export function constantText(node: Node | undefined, context: Context): string | undefined {
  if (!node) return undefined
  if ('A_Const' in node && node.A_Const.sval) return node.A_Const.sval.sval ?? ''
  if ('ParamRef' in node) return context.state.parameters[(node.ParamRef.number ?? 0) - 1] ?? undefined
  if ('TypeCast' in node) return constantText(node.TypeCast.arg, context)
  return undefined
}

/** constantInteger returns the value of an integer literal or a parameter. */
export function constantInteger(node: Node | undefined, context: Context): number | undefined {
  if (node && 'A_Const' in node && node.A_Const.ival) return node.A_Const.ival.ival ?? 0
  const text = node && 'ParamRef' in node ? constantText(node, context) : undefined
  return text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** isConstant is true for an expression without columns, calls and subqueries, whose size is that of the query. */
export function isConstant(node: Node | undefined): boolean {
  if (!node) return false
  if ('A_Const' in node || 'ParamRef' in node) return true
  if ('TypeCast' in node) return isConstant(node.TypeCast.arg)
  return 'A_ArrayExpr' in node && (node.A_ArrayExpr.elements ?? []).every(isConstant)
}

/**
 * checkPattern checks a regular expression: a constant, so that stored rows choose none, short, without back
 * references, which take exponential time, and without counts that multiply.
 */
export function checkPattern(node: Node | undefined, context: Context, location?: number): void {
  const { fail } = context.state
  const pattern = constantText(node, context)
  if (pattern === undefined) throw fail('a regular expression must be a constant or a parameter', location)
  if (pattern.length > MAX_PATTERN) {
    throw fail(`a regular expression may have at most ${MAX_PATTERN} characters`, location)
  }
  if (/\\[1-9]/.test(pattern)) throw fail('a regular expression must not refer back with \\1', location)
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)]
  const copies = counts.reduce((product, [, low, high]) => product * Math.max(1, Number(high || low)), 1)
  if (copies > MAX_COPIES) throw fail('the counts in this regular expression multiply too far', location)
}
