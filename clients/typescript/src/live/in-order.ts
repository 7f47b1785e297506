// Subscriptions that say where to go on later: one change after the other, each handled before its position is told.
import { type Channel, isolated } from './channel.ts'
import type { Change, ChangeListener, Status, SubscribeOptions, Subscription } from './subscription.ts'

// Beyond it the connection ends until they are handled, and resumes: nothing is dropped.
const MOST_WAITING = 1000

/** followInOrder adds a subscription that waits for its listener, and ends with the error of one that fails. */
export function followInOrder(
  channel: Channel<Change>,
  listener: ChangeListener<Record<string, unknown>>,
  options: SubscribeOptions & Required<Pick<SubscribeOptions, 'onPosition'>>,
  onIdle: () => void,
): Subscription {
  const { events, onStatus, onStale, onPosition } = options
  const waiting: (() => unknown)[] = []
  let working: Promise<void> | undefined
  let isOver = false

  const end = (error?: Error) => {
    if (isOver) return
    isOver = true
    waiting.length = 0
    subscription.unsubscribe()
    isolated(() => onStatus?.('closed', error))
    // Nobody would learn of it otherwise.
    if (error !== undefined && onStatus === undefined) throw error
  }
  const work = async () => {
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next()
    } catch (error) {
      end(error as Error)
    } finally {
      working = undefined
    }
  }
  const add = (task: () => unknown) => {
    if (isOver) return
    waiting.push(task)
    // What is there already may be added while the subscription is made.
    working ??= Promise.resolve().then(work)
    if (waiting.length >= MOST_WAITING) channel.hold(working.catch(() => {}))
  }
  const told = (status: Status, error?: Error) => {
    if (status !== 'closed') add(() => onStatus?.(status, error))
    else if (error !== undefined) add(() => end(error))
  }

  const subscription = channel.add(
    (change) =>
      add(async () => {
        if (events === undefined || events.includes(change.type)) await listener(change)
        if (!isOver) await onPosition(change.position)
      }),
    {
      onStatus: told,
      onMoved: (position) => add(() => onPosition(position)),
      ...(onStale === undefined ? {} : { onStale: () => add(onStale) }),
    },
    onIdle,
  )
  return { unsubscribe: () => end() }
}
