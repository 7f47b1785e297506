// What is shown of long lists of names and of long texts: as much as somebody reads.

const MAX_NAMES = 30

/** shorten lists names, but not endlessly many. */
export function shorten(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES)
  return shown.length < names.length ? `${shown.join(', ')}, …` : shown.join(', ')
}

/** shortenText returns a text of at most `max` characters; one that is longer ends in `…`, and never in half a surrogate pair. */
export function shortenText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`
}
