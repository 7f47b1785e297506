// One run of a request, or what is heard while it is followed.
import type { HttpRequest } from '@msingi/snippets/request'
import { useEffect, useRef, useState } from 'react'
import { callAsKey, followAsKey, type KeyAnswer } from '#api/data/as-key.ts'

interface Outcome {
  readonly state: 'idle' | 'running'
  readonly answer?: KeyAnswer | undefined
  readonly error?: Error
  /** isOpen is whether a stream has begun. */
  readonly isOpen?: boolean
}

/** Heard is the data of an event; `at` counts them. */
export interface Heard {
  readonly at: number
  readonly data: string
}

const MOST_EVENTS = 50

/** useRequestRun returns the latest run, and what starts and stops one. It ends with the component. */
export function useRequestRun(
  key: string | undefined,
  { method, path, headers, body, answer: kind }: HttpRequest,
) {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'idle' })
  const [events, setEvents] = useState<readonly Heard[]>([])
  const aborter = useRef<AbortController>(null)
  useEffect(() => () => aborter.current?.abort(), [])
  const start = async () => {
    if (key === undefined) return
    aborter.current?.abort()
    const mine = new AbortController()
    aborter.current = mine
    const { signal } = mine
    const call = { method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    setEvents([])
    setOutcome({ state: 'running' })
    const show = (next: Outcome) => signal.aborted || setOutcome(next)
    try {
      const answer =
        kind === 'events'
          ? await followAsKey(
              key,
              call,
              () => show({ state: 'running', isOpen: true }),
              (data) =>
                setEvents((now) => [{ at: (now[0]?.at ?? 0) + 1, data }, ...now].slice(0, MOST_EVENTS)),
              signal,
            )
          : await callAsKey(key, call, signal)
      show({ state: 'idle', answer })
    } catch (error) {
      show({ state: 'idle', error: error as Error })
    }
  }
  const stop = () => {
    aborter.current?.abort()
    setOutcome({ state: 'idle', isOpen: true })
  }
  return { ...outcome, events, start, stop }
}
