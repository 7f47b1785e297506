// The grammar of `select`: `name,alias:column,data->>city,author!hint!inner(name,country(name))`. Names are looked up
// elsewhere; here is only how the text hangs together.
import { FilterError } from '#engine/request/operands.ts'

/** SelectItem is one entry of a select as it was written. */
export interface SelectItem {
  /** text is the whole entry. */
  readonly text: string
  readonly alias: string | undefined
  readonly name: string
  readonly hint: string | undefined
  /** inner leaves out rows that have no such related row. */
  readonly inner: boolean
  /** children are the entries in parentheses, of related rows. */
  readonly children: readonly SelectItem[] | undefined
}

/** MAX_RELATED_DEPTH is how deep related rows may nest. */
export const MAX_RELATED_DEPTH = 8

const ITEM = /^(?:([^:!]*):)?([^:!]*)((?:![^!:]*)*)$/s

/** parseItems reads a select. */
export function parseItems(text: string, depth = 0): SelectItem[] {
  if (depth > MAX_RELATED_DEPTH)
    throw new FilterError(`select: related rows nest at most ${MAX_RELATED_DEPTH} levels deep.`)
  return splitOutside(text).map((item) => parseItem(item.trim(), depth))
}

function parseItem(text: string, depth: number): SelectItem {
  const open = text.indexOf('(')
  const head = open < 0 ? text : text.slice(0, open)
  const [, alias, name = head, marks = ''] = ITEM.exec(head) ?? []
  const modifiers = marks.split('!').slice(1)
  const hints = modifiers.filter((one) => one !== 'inner' && one !== 'left')
  const inside = open < 0 ? undefined : text.slice(open + 1, -1)
  if (open >= 0 && (!text.endsWith(')') || hints.length > 1))
    throw new FilterError(`select: ${text.slice(0, 80)} is not name(columns) or name!hint(columns).`)
  return {
    text,
    alias: alias?.trim(),
    name: name.trim(),
    hint: hints[0],
    inner: modifiers.includes('inner'),
    children: inside === undefined ? undefined : inside.trim() === '' ? [] : parseItems(inside, depth + 1),
  }
}

function splitOutside(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth < 0) throw new FilterError('select: a parenthesis closes that was never opened.')
    if (character !== ',' || depth > 0) continue
    parts.push(text.slice(start, at))
    start = at + 1
  }
  if (depth > 0) throw new FilterError('select: a parenthesis is not closed.')
  return [...parts, text.slice(start)]
}
