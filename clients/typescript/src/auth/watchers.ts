// Who is told of the signed-in user, and what they have not been told yet.
import type { Session } from './stored-session.ts'

/**
 * SessionListener is called with the new session after a change, or undefined after a sign-out; with an error where somebody else
 * is signed in, and who could not be read.
 */
export type SessionListener = (session: Session | undefined, error?: Error) => void

/** Watchers are the listeners of a session. */
export class Watchers {
  readonly #listeners = new Set<SessionListener>()
  /** isBehind is true where they do not know who is signed in: that has to be read. */
  isBehind = false

  /** size is how many there are. */
  get size(): number {
    return this.#listeners.size
  }

  /** add adds a listener. Returns a function that removes it. */
  add(listener: SessionListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** tell says who is signed in; with an error, that it is somebody who could not be read. */
  tell(session: Session | undefined, error?: Error): void {
    this.isBehind = error !== undefined
    for (const listener of [...this.#listeners]) listener(session, error)
  }
}
