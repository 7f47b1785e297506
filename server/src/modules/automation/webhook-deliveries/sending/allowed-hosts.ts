// A project's list of hosts that its webhooks may reach.

/** isAllowedHost reports whether a URL's host is in a list; an empty list allows all. */
export function isAllowedHost(url: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  const { hostname } = new URL(url)
  return allowed.some((host) =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
  )
}
