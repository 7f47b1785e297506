// Lists of names in messages: as long as somebody reads, however many names there are.

const MAX_NAMES = 30

/** shorten lists names, but not endlessly many. */
export function shorten(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES)
  return shown.length < names.length ? `${shown.join(', ')}, …` : shown.join(', ')
}
