// Requests that wait for the answer to an earlier one with the same Idempotency-Key: woken by whoever writes it, on any node.
import { topic } from '#platform/db/caches/invalidations.ts'
import type { Platform } from '#platform/platform.ts'

const ANSWERED = topic('payment-answers')
const WAIT_MS = 10_000
// What waits holds a request open.
const MAX_WAITING = 200

/** KeyedAnswers says when an earlier request with a key has been answered. */
export interface KeyedAnswers {
  /**
   * follow begins to listen for the answers to a key of a project. Its `next` is true once there is one, and false where none
   * came within 10 s of `follow`, or too many wait on this node.
   */
  follow(projectId: string, key: string): { next(): Promise<boolean>; end(): void }
  /** announce wakes who waits for a key, once its answer is stored or it is free again. */
  announce(projectId: string, key: string): Promise<void>
}

/** createKeyedAnswers makes it. */
export function createKeyedAnswers({ invalidations }: Platform): KeyedAnswers {
  const waiting = new Map<string, Set<() => void>>()
  let count = 0
  const wake = (name: string) => {
    for (const resume of waiting.get(name) ?? []) resume()
  }
  // Without an id, announcements may have been missed.
  invalidations.on(ANSWERED, (name) => {
    for (const one of name === undefined ? waiting.keys() : [name]) wake(one)
  })
  return {
    follow(projectId, key) {
      const name = nameOf(projectId, key)
      const deadline = performance.now() + WAIT_MS
      let resume = () => {}
      let isWoken = false
      const listener = () => {
        isWoken = true
        resume()
      }
      const listeners = waiting.get(name) ?? new Set()
      waiting.set(name, listeners.add(listener))
      count += 1
      return {
        async next() {
          const ms = deadline - performance.now()
          if (!isWoken && count <= MAX_WAITING && ms > 0)
            await new Promise<void>((done) => {
              const timer = setTimeout(done, ms)
              resume = () => {
                clearTimeout(timer)
                done()
              }
            })
          const was = isWoken
          isWoken = false
          return was
        },
        end() {
          count -= 1
          listeners.delete(listener)
          if (listeners.size === 0 && waiting.get(name) === listeners) waiting.delete(name)
        },
      }
    },
    announce: (projectId, key) => invalidations.publish(ANSWERED, nameOf(projectId, key)),
  }
}

function nameOf(projectId: string, key: string): string {
  return `${projectId}/${key}`
}
