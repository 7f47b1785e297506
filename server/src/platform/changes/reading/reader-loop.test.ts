// What a node does to its relay while reading goes from one node to another and back.
import { expect, test, vi } from 'vitest'
import { ChangeLog } from '#platform/changes/feed/change-log.ts'
import type { ChangeRelay } from '#platform/changes/feed/change-relay.ts'
import type { Checkpoint } from '#platform/changes/state/checkpoint.store.ts'
import { quietLog } from '#test/test-database.ts'
import type { CaptureContext } from './capture.ts'
import { ReaderLoop, type SessionEnd } from './reader-loop.ts'

const CHECKPOINT: Checkpoint = { capture: 'log', system: 's', epoch: 'e', position: 0n, sequence: 0 }

/** Runs sessions by name, each when the one before has ended, and returns what the relay was told and the states. */
async function run(...names: readonly ('live' | 'standby' | 'fails')[]) {
  const [calls, states]: [string[], string[]] = [[], []]
  const call = (name: string) => () => void calls.push(name)
  const relay = {
    feeds: true,
    lead: call('lead'),
    pause: () => {},
    follow: call('follow'),
    rest: call('rest'),
    settled: async () => {},
    close: async () => {},
  } satisfies ChangeRelay
  const context = {
    changes: new ChangeLog({ changes: 10, bytes: 10_000 }),
    relay,
    log: quietLog,
    cluster: { admin: { query: async () => ({ rows: [] }) } },
    inbox: { restart: async () => {} },
  } as unknown as CaptureContext
  const done = Promise.withResolvers<void>()
  const left = [...names]
  const loop: ReaderLoop = new ReaderLoop(context, async (): Promise<SessionEnd> => {
    states.push(loop.state)
    const name = left.shift()
    // Ends the pause that follows.
    loop.wake()
    if (name === undefined) {
      done.resolve()
      return 'again'
    }
    if (name === 'standby') return name
    return loop.read<SessionEnd>(CHECKPOINT, { resumes: loop.resumes(CHECKPOINT, 0n) }, async () => {
      if (name === 'fails') throw new Error('the connection broke')
      loop.enter('live')
      return 'again'
    })
  })
  const closed = done.promise.then(() => loop.close())
  loop.start()
  await vi.waitFor(() => closed)
  return { calls, states }
}

test('a standby follows again if it takes over and fails at once, although it had all that was read', async () => {
  const { calls, states } = await run('live', 'standby', 'fails', 'standby')
  expect(calls).toEqual(['lead', 'follow', 'lead', 'follow'])
  expect(states).toEqual(['starting', 'live', 'standby', 'starting', 'standby'])
})

test('a standby that stays one follows once, and a reader that is cut off goes on as one', async () => {
  const { calls, states } = await run('live', 'fails', 'live', 'standby', 'standby')
  expect(calls).toEqual(['lead', 'lead', 'lead', 'follow'])
  expect(states).toEqual(['starting', 'live', 'resuming', 'live', 'standby', 'standby'])
})
