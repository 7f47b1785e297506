// What a UUID looks like, for every id that a client sends.

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** isUuid reports whether a text is a UUID in its usual form, in upper or lower case. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** NIL_UUID is the id of nothing (RFC 9562, section 5.9). */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000'
