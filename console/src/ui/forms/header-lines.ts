// Headers of a request, as they are typed.

/** headersOf reads headers, one a line as `name: value`; undefined where a line is none. */
export function headersOf(text: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {}
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim()
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return undefined
    headers[name] = line.slice(colon + 1).trim()
  }
  return headers
}
