// Tokens behind the `#` of an address, which browsers never send to a server.

/** takeToken returns what stands behind the `#`, and takes it out of the address. */
export function takeToken(): string {
  const token = decodeURIComponent(location.hash.slice(1))
  if (token !== '') history.replaceState(history.state, '', location.pathname)
  return token
}
