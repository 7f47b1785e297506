// The same act on many things, a few at a time: how far it has come, and where it failed.
import { useCallback, useEffect, useRef, useState } from 'react'

const AT_ONCE = 4

/** BatchFailure is an item with the server's sentence about it. */
export interface BatchFailure<Item> {
  readonly item: Item
  readonly message: string
}

/** BatchState is how far a batch has come; `ended` counts those that are through or have failed. */
export interface BatchState<Item> {
  readonly total: number
  readonly ended: number
  readonly failures: readonly BatchFailure<Item>[]
  readonly isRunning: boolean
}

/** useBatch returns `run`, which calls `work` with each item and never throws, and `stop`, which begins no further ones. */
export function useBatch<Item>(work: (item: Item) => Promise<unknown>) {
  const [state, setState] = useState<BatchState<Item>>({ total: 0, ended: 0, failures: [], isRunning: false })
  const isStopped = useRef(false)
  const stop = useCallback(() => {
    isStopped.current = true
  }, [])
  useEffect(() => stop, [stop])
  const run = async (items: readonly Item[]) => {
    isStopped.current = false
    const done: Item[] = []
    const failures: BatchFailure<Item>[] = []
    const show = (isRunning: boolean) =>
      setState({
        total: items.length,
        ended: done.length + failures.length,
        failures: [...failures],
        isRunning,
      })
    show(true)
    const rest = items.values()
    const worker = async () => {
      for (const item of rest) {
        if (isStopped.current) return
        try {
          await work(item)
          done.push(item)
        } catch (error) {
          failures.push({ item, message: (error as Error).message })
        }
        show(true)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    show(false)
    return { done, failures }
  }
  return { state, run, stop }
}
