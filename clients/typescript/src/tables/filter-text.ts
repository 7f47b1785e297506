// Filters as the API has them in text.

/** quoted writes a value so that it may hold commas, quotes and parentheses. */
export function quoted(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&')}"`
}

/**
 * liveFilterOf writes filters of a list, as pairs of a column and `operator.value`, as one filter of changes; undefined where
 * they look beyond the row or are too long.
 */
export function liveFilterOf(filters: readonly (readonly [string, string])[]): string | undefined {
  const parts = filters.map(([name, value]) => (isGroup(name) ? name + value : `${name}.${quotedIn(value)}`))
  const text = parts.join(',')
  return !filters.some(([name]) => isOfRelated(name)) && text !== '' && text.length <= MAX_FILTER
    ? text
    : undefined
}

const MAX_FILTER = 1000

/** isOfRelated reports whether a parameter of a query concerns related rows, such as `author.name` and `reviews.limit`. */
export function isOfRelated(name: string): boolean {
  return !isGroup(name) && /^[^->]*\./.test(name)
}

function isGroup(name: string): boolean {
  return /^(?:not\.)?(?:and|or)$/.test(name)
}

function quotedIn(condition: string): string {
  const [, operator = '', value = ''] = /^((?:not\.)?\w+)\.(.*)$/s.exec(condition) ?? []
  if (operator === '' || /(?:^|\.)(?:in|is)$/.test(operator)) return condition
  return `${operator}.${quoted(value)}`
}
