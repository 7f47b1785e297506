// Attacks of one project's functions: what they cost a neighbour, whose function is called all the time, and what they reach.
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ATTACKS, REACHES } from './attacks.fixture.ts'
import { type Lab, openLab } from './runtimes.fixture.ts'

// Long enough for a machine that is busy with other things.
const PATIENT = { timeMs: 50_000 }
const SHORT = { timeMs: 1500 }

let lab: Lab
let neighbour: Neighbour
beforeAll(async () => {
  lab = openLab({ limits: { hangMs: 1000 } })
  lab.code.set('hello', `export default { fetch: (request, env) => new Response('hello ' + env.A) }`)
  await lab.get('neighbour', 'hello', PATIENT)
  neighbour = startNeighbour(lab)
})
afterEach(() => expect(neighbour.failures.splice(0)).toEqual([]))
afterAll(async () => {
  await neighbour.stop()
  await lab.runtimes.close()
})

describe('a neighbour has no failed request beside', () => {
  test.each(ATTACKS)('%s', async (what, code, status) => {
    lab.code.set(what, code)
    const attack = lab.get('attacker', what, status === 504 ? SHORT : PATIENT).then(
      (answer) => answer.status,
      (error) => error.status,
    )
    await neighbour.answered()
    expect(await attack).toBe(status)
    // The project itself goes on at once, in a process that is whole.
    await expect
      .poll(() => lab.get('attacker', 'hello', PATIENT).catch((error) => error))
      .toMatchObject({ text: 'hello 1' })
  })
})

describe('a function cannot reach', () => {
  test.each(REACHES)('%s', async (what, code) => {
    lab.code.set(what, code)
    const attack = lab.get('p2', what, PATIENT)
    await neighbour.answered()
    expect((await attack).text).toMatch(/^refused /)
  })
})

interface Neighbour {
  readonly failures: unknown[]
  /** answered settles when a request has ended that began after the call. */
  answered(): Promise<void>
  stop(): Promise<void>
}

function startNeighbour({ get }: Lab): Neighbour {
  const failures: unknown[] = []
  let running = true
  let next = Promise.withResolvers<void>()
  const work = (async () => {
    while (running) {
      const current = next
      next = Promise.withResolvers()
      await get('neighbour', 'hello', PATIENT).then(
        (answer) => answer.text === 'hello 1' || failures.push(answer),
        (error) => failures.push(error),
      )
      current.resolve()
      await after(5)
    }
  })()
  return {
    failures,
    answered: () => next.promise,
    stop: () => {
      running = false
      return work
    },
  }
}
