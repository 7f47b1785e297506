/** shownNames lists the names of columns for a message: at most 20 of them, with 63 characters each. */
export function shownNames(names: readonly string[]): string {
  const few = names.slice(0, 20).map((name) => name.slice(0, 63))
  return `${few.join(', ')}${names.length > few.length ? ' and more' : ''}`
}
