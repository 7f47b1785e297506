// LIKE without regular expressions: % and _ over code points, in time bounded by text × pattern whatever the pattern.
import { undecidable } from './undecidable.ts'

/** LikeMatcher says whether a text matches a pattern. */
export type LikeMatcher = (text: string) => boolean

// Wildcards stand in a pattern's list of items beside plain characters.
const ANY_ONE = 1
const ANY_MANY = 2
type Item = string | typeof ANY_ONE | typeof ANY_MANY

/** likeMatcher prepares a pattern; one that ends in a lone backslash is PostgreSQL's error. */
export function likeMatcher(pattern: string): LikeMatcher {
  if (endsInHalfEscape(pattern)) return undecidable()
  const items = itemsOf(pattern)
  return quickMatcher(items) ?? ((text) => matches([...text], items))
}

/** endsInHalfEscape is true for a pattern whose last backslash has nothing left to escape. */
export function endsInHalfEscape(pattern: string): boolean {
  let backslashes = 0
  while (pattern[pattern.length - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}

function itemsOf(pattern: string): readonly Item[] {
  const items: Item[] = []
  let isEscaped = false
  for (const character of pattern) {
    if (isEscaped) items.push(character)
    else if (character === '%') items.push(ANY_MANY)
    else if (character === '_') items.push(ANY_ONE)
    else if (character !== '\\') items.push(character)
    isEscaped = !isEscaped && character === '\\'
  }
  return items
}

// Most patterns are a plain text with % at one end or both.
function quickMatcher(items: readonly Item[]): LikeMatcher | undefined {
  const start = items[0] === ANY_MANY ? 1 : 0
  const end = items.length > start && items.at(-1) === ANY_MANY ? items.length - 1 : items.length
  const middle = items.slice(start, end)
  if (middle.some((item) => typeof item === 'number')) return undefined
  const plain = middle.join('')
  if (start === 0) return end === items.length ? (text) => text === plain : (text) => text.startsWith(plain)
  return end === items.length ? (text) => text.endsWith(plain) : (text) => text.includes(plain)
}

function matches(text: readonly string[], items: readonly Item[]): boolean {
  let at = 0
  let item = 0
  // Where the last % stands, and how much of the text it has swallowed so far: the only place to come back to.
  let lastMany = -1
  let swallowed = 0
  while (at < text.length) {
    const wanted = items[item]
    if (wanted === ANY_MANY) {
      lastMany = item
      swallowed = at
      item += 1
    } else if (wanted === ANY_ONE || wanted === text[at]) {
      at += 1
      item += 1
    } else if (lastMany >= 0) {
      swallowed += 1
      at = swallowed
      item = lastMany + 1
    } else return false
  }
  return items.slice(item).every((rest) => rest === ANY_MANY)
}
