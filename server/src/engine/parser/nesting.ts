// How deep SQL nests, counted from its tokens before it is parsed.
import type { ScanToken } from './syntax-tree.ts'

/** MAX_BRACKETS is how deep brackets may nest, MAX_CHAIN how many tokens may follow one another without a comma. */
export const MAX_BRACKETS = 64
export const MAX_CHAIN = 3000

/**
 * findTooDeep returns the first token at which the tree of a text might be deeper than the parser can print, or
 * undefined. The parser recurses once for each level: brackets nest, and so does a chain such as `- - - x` or
 * `1 + 1 + 1`, which only a comma or semicolon ends.
 */
export function findTooDeep(tokens: readonly ScanToken[]): ScanToken | undefined {
  // How long the chain is at each level of brackets, with those around it.
  const chains = [0]
  for (const token of tokens) {
    const { text } = token
    const level = chains.length - 1
    const length = (chains[level] ?? 0) + 1
    const around = chains[level - 1] ?? 0
    if (length > MAX_CHAIN) return token
    if (text === ';') chains.splice(0, chains.length, 0)
    else if (text === ',') chains[level] = around
    else if (text === ')' || text === ']') {
      if (level > 0) chains.pop()
    } else {
      chains[level] = length
      if (text === '(' || text === '[') chains.push(length)
    }
    if (chains.length > MAX_BRACKETS + 1) return token
  }
  return undefined
}
