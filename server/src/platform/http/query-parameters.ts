// Query parameters of addresses that browsers are sent to.

/** withParameters sets query parameters of an address. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
