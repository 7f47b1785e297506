// What is shown of a secret in place of it.

const DOTS = '••••'
const LONG_ENOUGH = 16
const SHOWN = 4

/** maskOf returns what lists show of a value: its last four characters where that gives little of it away. */
export function maskOf(value: string): string {
  const text = value.trimEnd()
  if (text.length < LONG_ENOUGH) return DOTS
  const tail = Array.from(text.slice(-2 * SHOWN))
    .slice(-SHOWN)
    .join('')
  return /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(tail) ? DOTS + tail : DOTS
}
