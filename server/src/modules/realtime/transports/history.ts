// The command `history`: recent publications of a channel that the client is allowed to see.
import { setImmediate } from 'node:timers/promises'
import { CommandError, type RequestOf } from '#platform/realtime/protocol.ts'
import type { Subscription } from './subscription.ts'

interface ChannelHistory {
  readonly epoch: string
  readonly offset: number
  /** publications are JSON texts, the oldest first; undefined if some are no longer available. */
  readonly publications: readonly string[] | undefined
}

/** history returns the reply's JSON text. Without a limit it has no publications, only the current position. */
export async function history(
  subscription: Subscription,
  { limit = 0, since, reverse }: RequestOf<'history'>,
): Promise<string> {
  // A short command can cause long work: let other work run in between.
  await setImmediate()
  const position = since && { offset: since.offset ?? 0, epoch: since.epoch ?? '' }
  const { epoch, offset, publications } = await read(subscription, position)
  if (publications === undefined) throw new CommandError('unrecoverablePosition')
  const ordered = reverse === true ? publications.toReversed() : publications
  const wanted = limit < 0 ? ordered : ordered.slice(0, limit)
  return `{"publications":[${wanted.join(',')}],"epoch":${JSON.stringify(epoch)},"offset":${offset}}`
}

async function read(
  subscription: Subscription,
  position: { offset: number; epoch: string } | undefined,
): Promise<ChannelHistory> {
  if (subscription.kind === 'table') {
    const { topic, listener } = subscription
    const { epoch, offset, events } = await topic.history(listener, position)
    return { epoch, offset, publications: events?.map(({ publication }) => publication) }
  }
  if (subscription.kind === 'schema') throw new CommandError('notAvailable')
  const { room } = subscription
  const known = position === undefined ? room.history() : room.since(position.offset, position.epoch)
  return { epoch: room.epoch, offset: room.offset, publications: known?.map(({ text }) => text) }
}
