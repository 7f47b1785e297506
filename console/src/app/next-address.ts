// Where a sign-in leads: `?next=` leads nowhere but below /console.

const BASE = '/console'

/** nextOf returns the part below /console of an address of the console, or undefined. */
export function nextOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const below = value.startsWith(BASE) ? value.slice(BASE.length) : value
  // Browsers read a backslash as a slash.
  return /^\/(?![/\\])/.test(below) && below !== '/' ? below : undefined
}
