// The identities of packets in flight, against a model of PostgreSQL: a packet that fails takes back what it changed.
import { describe, expect, test } from 'vitest'
import { randomFrom } from '#engine/conditions/samples.fixture.ts'
import { type IdentityStep, SessionIdentity } from './session-identity.ts'

interface Sent {
  readonly identity: string | undefined
  readonly step: IdentityStep
  readonly fails: boolean
}

// What the connection has between packets; `gateway` is the login itself, the only one that can take on another.
class Server {
  session = 'gateway'

  run({ identity, step, fails }: Sent): string {
    const before = this.session
    if (step.reset) this.session = 'gateway'
    if (step.takeOn === 'kept') return before
    expect(this.session, 'only the gateway can take on an identity').toBe('gateway')
    if (step.takeOn === 'keep') this.session = identity as string
    if (fails) this.session = before
    return identity ?? 'a user'
  }
}

test('the second packet in a row takes the identity on, and those behind it have it', () => {
  const kept = new SessionIdentity()
  const ways = Array.from({ length: 4 }, () => {
    const step = kept.next('a')
    kept.confirm(step, true)
    return step.takeOn
  })
  expect(ways).toEqual(['local', 'keep', 'kept', 'kept'])
})

test('a user is never kept', () => {
  const kept = new SessionIdentity()
  for (let n = 0; n < 5; n++) expect(kept.next(undefined)).toMatchObject({ takeOn: 'local', reset: false })
})

test('until it is confirmed, an identity is neither relied upon nor in the way', () => {
  const kept = new SessionIdentity()
  kept.next('a')
  const keeping = kept.next('a')
  expect(keeping.takeOn).toBe('keep')
  expect(kept.next('a')).toMatchObject({ takeOn: 'local', reset: true })
  kept.confirm(keeping, true)
  expect(kept.next('a'), 'a reset was sent behind it').toMatchObject({ takeOn: 'local', reset: true })
})

describe.each(Array.from({ length: 20 }, (_, seed) => seed + 1))('random packets, seed %i', (seed) => {
  test('each runs as who it is', () => {
    const random = randomFrom(seed)
    const kept = new SessionIdentity()
    const server = new Server()
    const inFlight: Sent[] = []
    const taken = new Set<string>()
    let favourite = 'a'
    for (let n = 0; n < 2000; n++) {
      if (inFlight.length < 4 && random.chance(50)) {
        if (random.chance(10)) favourite = random.pick(['a', 'b', 'c'])
        const identity = random.chance(80) ? favourite : random.pick(['a', 'b', undefined])
        const step = kept.next(identity)
        taken.add(step.takeOn)
        inFlight.push({ identity, step, fails: random.chance(15) })
        continue
      }
      const sent = inFlight.shift()
      if (sent === undefined) continue
      expect(server.run(sent)).toBe(sent.identity ?? 'a user')
      kept.confirm(sent.step, !sent.fails)
    }
    expect(taken).toEqual(new Set(['local', 'keep', 'kept']))
  })
})
