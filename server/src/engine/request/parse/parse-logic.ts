// The grammar of `or=(…)` and `and=(…)`: `(a.eq.1,not.and(b.gt.2,c.is.null),d.in.(x,y),e.eq."a,b")`.

import type { Condition } from '#engine/request/conditions.ts'
import { parseFilter } from '#engine/request/filters.ts'
import { FilterError, findOperand, getOperand } from '#engine/request/operands.ts'
import type { TableShape } from '#engine/shapes/shape.ts'

const MAX_DEPTH = 10

const GROUP = /^(not\.)?(and|or)\((.*)\)$/s

/** isGroup distinguishes a group of conditions from a filter on a column that is called `or` or `and`. */
export function isGroup(name: string, text: string): boolean {
  return /^(?:not\.)?(?:and|or)$/.test(name) && text.startsWith('(')
}

/** parseGroup reads the conditions in parentheses that stand behind `or`, `and`, `not.or` or `not.and`. */
export function parseGroup(table: TableShape, name: string, text: string): Condition {
  if (!text.endsWith(')')) throw new FilterError(`${name}: a parenthesis is not closed.`)
  return parseCondition(table, `${name}${text}`, 0)
}

function parseCondition(table: TableShape, text: string, depth: number): Condition {
  if (depth > MAX_DEPTH) throw new FilterError(`or, and: conditions nest at most ${MAX_DEPTH} levels deep.`)
  const [, not, word, inside] = GROUP.exec(text) ?? []
  if (inside === undefined) return parseComparison(table, text)
  const parts = split(inside).map((part) => parseCondition(table, part.trim(), depth + 1))
  const group: Condition = { kind: word === 'or' ? 'any' : 'all', conditions: parts }
  return not === undefined ? group : { kind: 'not', condition: group }
}

// A column's name ends at the first dot; that of a place within a json column may hold dots itself, so that the first
// one counts behind which an operator stands.
function parseComparison(table: TableShape, text: string): Condition {
  const arrow = text.indexOf('->')
  const first = text.indexOf('.')
  if (first < 0) throw new FilterError(`or, and: ${text.slice(0, 80)} is not column.operator.value.`)
  const operator = /\.(?:not\.)?(?:eq|neq|gte?|lte?|i?like|is|in|(?:pl|ph|w)?fts(?:\([a-z_]*\))?)\./
  const dot = arrow >= 0 && arrow < first ? (operator.exec(text)?.index ?? first) : first
  const name = text.slice(0, dot)
  const operand = findOperand(table, name) ?? getOperand(table, name.trim())
  return parseFilter(operand, unquoted(text.slice(dot + 1)))
}

// operator."value" quotes a value that holds commas or parentheses; in.(…) has quotes of its own.
function unquoted(text: string): string {
  const [, operator, quoted] = /^([^"]*\.)"(.*)"$/s.exec(text) ?? []
  if (quoted === undefined || /(?:^|\.)in\.$/.test(operator ?? '')) return text
  return `${operator}${quoted.replace(/\\(.)/gs, '$1')}`
}

function split(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let quoted = false
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (quoted && character === '\\') at += 1
    // A quote opens only where a value begins; elsewhere it is a character like any other.
    else if (character === '"') quoted = quoted ? false : /[.(,]/.test(text[at - 1] ?? '')
    else if (quoted) continue
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  if (depth !== 0 || quoted) throw new FilterError('or, and: a parenthesis or a quote is not closed.')
  return [...parts, text.slice(start)]
}
