// What a call of the client is, wherever it runs. Files of this folder run within functions too: they import each other, the
// client and types, and nothing else.
import type { Client } from '@msingi/client'
import type { Book } from '#test/client/client.fixture.ts'

/** ClientCall is one use of the client, and what comes of it: in Node and within a function, whoever the caller is. */
export interface ClientCall {
  readonly name: string
  /** run uses the client; what it makes has the tag in its name. It returns what JSON can hold. */
  run(client: Client<{ books: Book }>, tag: string): Promise<unknown>
  /** result is what run returns; of addresses below `urls`, what whoever opens them receives, as `status type`. */
  readonly result: unknown
}

/** failureOf returns what a program can tell of the error that a promise rejects with. */
export async function failureOf(work: PromiseLike<unknown>): Promise<unknown> {
  try {
    return { resolved: await work }
  } catch (error) {
    const { name, status, code, message } = error as Error & { status?: number; code?: string }
    return status === undefined ? { message } : { name, status, code }
  }
}
