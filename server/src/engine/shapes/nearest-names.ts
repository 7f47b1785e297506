// What somebody probably meant by a name that does not exist: the nearest names by edit distance, in bounded work.

const MAX_NAME = 63
const MAX_NAMES = 1000
const MAX_LISTED = 20
const MAX_SUGGESTED = 3

/**
 * suggestion returns a sentence to put behind a refusal, with a space before it: the nearest names, else all of them
 * where they are few, else nothing. At most 1,000 names are compared, of 63 characters each.
 */
export function suggestion(name: string, names: Iterable<string>): string {
  const known = take(names, MAX_NAMES)
  const wanted = name.slice(0, MAX_NAME).toLowerCase()
  const most = Math.max(1, Math.round(wanted.length * 0.4))
  const near = known
    .map((one) => ({ one, distance: distance(wanted, one.slice(0, MAX_NAME).toLowerCase(), most) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_SUGGESTED)
  if (near.length > 0) return ` Did you mean ${near.map(({ one }) => one).join(' or ')}?`
  if (known.length === 0 || known.length > MAX_LISTED) return ''
  return ` There ${known.length === 1 ? 'is only' : 'are'} ${known.join(', ')}.`
}

function take(names: Iterable<string>, most: number): string[] {
  const taken: string[] = []
  for (const name of names) {
    if (taken.length >= most) break
    taken.push(name)
  }
  return taken
}

// Levenshtein's distance, given up as soon as it is known to be beyond `most`.
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    if (Math.min(...current) > most) return most + 1
    previous = current
  }
  return previous[b.length] ?? 0
}
