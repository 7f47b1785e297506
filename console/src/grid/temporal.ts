// Dates and times as the API writes them, and as native inputs have them: moments in the viewer's zone, all to the second.

/** TemporalKind is a kind of column with a native input. */
export type TemporalKind = 'moment' | 'date' | 'time'

/** isTemporal reports whether a kind has a native input. */
export function isTemporal(kind: string): kind is TemporalKind {
  return kind === 'moment' || kind === 'date' || kind === 'time'
}

/** localOf returns a text of the API as a native input has it, or nothing where it cannot show it. */
export function localOf(kind: TemporalKind, text: string): string {
  if (kind === 'date') return /^\d{4}-\d\d-\d\d$/.exec(text)?.[0] ?? ''
  if (kind === 'time') return toSecond(/^\d\d:\d\d(:\d\d)?/.exec(text)?.[0] ?? '')
  const moment = new Date(text)
  // A text without a zone would be read in that of the viewer, and by the server in UTC.
  if (!/^\d{4}-.+(Z|[+-]\d\d(:?\d\d)?)$/i.test(text) || Number.isNaN(moment.getTime())) return ''
  const two = (part: number) => String(part).padStart(2, '0')
  const date = [
    String(moment.getFullYear()).padStart(4, '0'),
    two(moment.getMonth() + 1),
    two(moment.getDate()),
  ]
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two)
  return `${date.join('-')}T${time.join(':')}`
}

/**
 * fromLocal returns what was chosen in a native input as a text of the API. What is below the second stays as it was in `before`
 * unless another second is chosen.
 */
export function fromLocal(kind: TemporalKind, chosen: string, before: string): string {
  if (kind === 'date') return chosen
  const local = toSecond(chosen)
  const shown = localOf(kind, before)
  if (local === shown) return before
  const fraction = local.slice(-2) === shown.slice(-2) ? (/\.\d+/.exec(before)?.[0] ?? '') : ''
  if (kind === 'time') return `${local}${fraction}`
  return new Date(local).toISOString().replace(/\.\d+Z$/, `${fraction}Z`)
}

// Browsers leave seconds out where they are zero.
function toSecond(local: string): string {
  return /(^|T)\d\d:\d\d$/.test(local) ? `${local}:00` : local
}
