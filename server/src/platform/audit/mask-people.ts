// What the audit log shows of the people that a project knows: enough to tell whom it is about, too little to reach them.
import { MASK } from './mask-secrets.ts'

const SHOWN: ReadonlyMap<string, (text: string) => string> = new Map([
  ['email', (text) => `${[...text][0]}…${text.includes('@') ? text.slice(text.lastIndexOf('@')) : ''}`],
  ['phone', (text) => (text.length < 10 ? '…' : `${text.slice(0, 5)}…${text.slice(-2)}`)],
  ['full_name', (text) => `${[...text][0]}…`],
])

/** maskPerson returns what is shown of a member of a state, such as `a…@example.com` of `email`; others are as they are. */
export function maskPerson(name: string, value: unknown): unknown {
  if (name === 'metadata' && typeof value === 'object' && value !== null) return MASK
  return typeof value === 'string' && value !== '' ? (SHOWN.get(name)?.(value) ?? value) : value
}
