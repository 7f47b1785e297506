// ETags of requests (RFC 9110, 13.1). Whoever compresses an answer marks its tag as weak, this server and proxies alike: the mark is
// passed over, since every tag of the server names one content.
const TAG = /(?:W\/)?"([^"]*)"/g
const MAX_TAGS = 100

/** tagsIn returns what stands between the quotes of each tag of a header. */
export function tagsIn(header: string): string[] {
  return [...header.matchAll(TAG)].slice(0, MAX_TAGS).map(([, tag = '']) => tag)
}

/** namesTag reports whether If-Match or If-None-Match is `*` or names a tag. */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || tagsIn(header).includes(tagsIn(tag)[0] ?? '')
}
