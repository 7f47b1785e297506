// Until when a key works, as it is chosen in its form.
import { expiryOf, type Lifetime } from '#ui/forms/lifetime.ts'

/** Expiry is a choice; `day` is the last day, such as 2027-01-31, where one is named. */
export interface Expiry {
  readonly choice: 'kept' | 'never' | Lifetime | 'day'
  readonly day: string
}

/** momentOf returns when the key expires: null for never, and undefined where that stays as it is. */
export function momentOf({ choice, day }: Expiry): string | null | undefined {
  if (choice === 'kept') return undefined
  if (choice === 'never') return null
  if (choice !== 'day') return expiryOf(choice)
  // The day ends where the viewer is; the server refuses one that is over.
  return new Date(`${day}T23:59:59`).toISOString()
}
