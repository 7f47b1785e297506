// End users for sign-ups.

/** newUser returns most of the body of a sign-up, with an address and a number that nobody has used before. */
export function newUser(marker: string): { email: string; password: string; phone: string } {
  const unique = crypto.randomUUID()
  const digits = String(Number.parseInt(unique.slice(0, 8), 16) % 10_000_000).padStart(7, '0')
  return { email: `${marker}-${unique}@example.com`, password: 'correct horse 1', phone: `+25571${digits}` }
}
