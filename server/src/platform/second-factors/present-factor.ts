// The API's representation of an authenticator.

/** presentFactor returns a factor as the API shows it, without its secret. */
export function presentFactor(row: {
  readonly id: string
  readonly name: string | null
  readonly created_at: Date
  readonly activated_at: Date | null
}) {
  const { id, name, created_at, activated_at } = row
  const status = activated_at === null ? 'pending' : 'active'
  return { id, type: 'totp', name, status, created_at, activated_at } as const
}
