// Options as parameters of an address.

/** queryOf writes options as the query of an address, without those that are not set. */
export function queryOf(options: object = {}): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(options)) if (value !== undefined) query.set(name, String(value))
  return query
}
