// Shared by the tests of lockouts: attackers and owners in their own networks, with the publishable key.

import type { Answer, TestApp } from '#test/harness.ts'

/** Call sends a project auth request from one network. */
export type Call = (path: string, body: object) => Promise<Answer>

/** LONG matches a code that cannot be guessed. */
export const LONG = /\b[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}\b/

let networks = 0

/** newNetwork returns an address that no test has used. */
export function newNetwork(): string {
  networks += 1
  return `10.${networks >> 8}.${networks & 255}.7`
}

/** callFrom returns a Call from one network, with the publishable key. */
export function callFrom(
  { api }: Pick<TestApp, 'api'>,
  project: { readonly id: string; readonly publishable: string },
  address: string,
): Call {
  return (path, body) =>
    api('POST', `/projects/${project.id}/auth/${path}`, {
      key: project.publishable,
      headers: { 'x-forwarded-for': address },
      body,
    })
}

/** many repeats a call and counts the responses by status. */
export async function many(times: number, act: (n: number) => Promise<{ status: number }>) {
  const counts: Record<number, number> = {}
  for (let n = 0; n < times; n += 1) {
    const { status } = await act(n)
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

/** wrongFor returns a code that differs from the given one. */
export function wrongFor(code: string): string {
  return String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0')
}

/** codeIn returns the code in a message, of any length. */
export function codeIn(text: string | undefined): string {
  return text?.match(LONG)?.[0] ?? text?.match(/\b\d{4,8}\b/)?.[0] ?? ''
}
