// Work in the background: what is done now and then, when it is due, or a moment later.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '#platform/log/log.ts'
import { createTestClock } from '#test/harness.ts'
import { inBatches } from './batches.ts'
import { Loop } from './loop.ts'
import { QuietStart } from './quiet-start.ts'
import { startUpkeep, type Upkeep } from './upkeep.ts'
import { writeBehind } from './write-behind.ts'

const silent = createLog('silent')
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** startOne starts one task, and says what it has told the log. */
function startOne(task: Partial<Upkeep> & Pick<Upkeep, 'run'>, quiet = new QuietStart()) {
  const log = Object.assign(createLog('silent'), { warn: vi.fn() })
  const upkeep = startUpkeep([{ name: 'one', upkeep: [{ what: 'do it', everyMs: 1, ...task }] }], log, quiet)
  return { upkeep, told: () => log.warn.mock.calls.map(([{ module }, message]) => `${module}: ${message}`) }
}

test('upkeep comes again and again, never twice at once, also after a failure', async () => {
  let running = 0
  let most = 0
  let runs = 0
  const { upkeep, told } = startOne({
    everyMs: 10,
    async run() {
      runs += 1
      most = Math.max(most, ++running)
      await new Promise((done) => setTimeout(done, 25))
      running -= 1
      if (runs === 2) throw new Error('not now')
    },
  })
  // Begins at 10, 40 and 70: what takes longer than its time misses turns.
  await pass(96)
  expect([runs, most, told()]).toEqual([3, 1, ['one: could not do it']])
  const both = Promise.all([upkeep.run('one'), upkeep.run('one')])
  await pass(50)
  await both
  expect([runs, most]).toEqual([5, 1])
  await upkeep.close()
  await pass(1000)
  expect(runs).toBe(5)
})

test('upkeep that is asked for is done anew, and tells of its failure', async () => {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  let runs = 0
  const { upkeep } = startOne({
    everyMs: 60_000,
    atStart: true,
    async run() {
      runs += 1
      if (runs === 1) await promise
      else throw new Error('broken')
    },
  })
  const asked = upkeep.run('one')
  const refused = expect(asked).rejects.toThrow('broken')
  expect(runs).toBeLessThan(2)
  open()
  await refused
  expect(runs).toBe(2)
  await expect(upkeep.run('another')).rejects.toThrow('no module with upkeep that is called another')
  expect(runs).toBe(2)
  await upkeep.close()
})

test('upkeep is told that the server stops, which waits for it', async () => {
  let ended = false
  const { upkeep } = startOne({
    everyMs: 60_000,
    atStart: true,
    async run(stopping) {
      await new Promise((done) => stopping.addEventListener('abort', done))
      ended = true
    },
  })
  await pass(0)
  await upkeep.close()
  expect(ended).toBe(true)
})

/** noteLists begins to write lists of numbers behind; `fail` has so many writings fail behind the first key. */
function noteLists() {
  const written: string[] = []
  const log = Object.assign(createLog('silent'), { warn: vi.fn() })
  const state: { failures: number; code: string | undefined } = { failures: 0, code: undefined }
  const behind = writeBehind<number[]>({
    ...{ log, what: 'write', afterMs: 10, most: 3 },
    merge: (older, newer) => [...older, ...newer],
    async write(notes, done) {
      for (const [at, [key, numbers]] of [...notes].entries()) {
        if (at === 1 && state.failures-- > 0) throw Object.assign(new Error('away'), { code: state.code })
        written.push(`${key} ${numbers.join()}`)
        done(key)
      }
    },
  })
  const note = (key: string, number: number) => behind.note(key, [number])
  return { behind, note, written, state, told: () => log.warn.mock.calls.map(([about]) => about.dropped) }
}

test('notes of a key are written together, and what has failed again, before what was noted since', async () => {
  const { behind, note, written, state } = noteLists()
  state.failures = 1
  note('a', 1)
  note('b', 2)
  note('a', 3)
  await pass(10)
  expect(written).toEqual(['a 1,3'])
  note('c', 4)
  note('b', 5)
  await pass(10)
  expect(written.slice(1)).toEqual(['b 2,5', 'c 4'])
  note('a', 6)
  const first = behind.flush()
  note('a', 7)
  await Promise.all([first, behind.flush()])
  note('a', 8)
  await behind.close()
  expect(written.slice(3)).toEqual(['a 6,7', 'a 8'])
})

test('of what cannot be written for long the oldest is dropped, which is told once', async () => {
  const { note, written, state, told } = noteLists()
  state.failures = 2
  for (const [at, key] of [...'abcdefg'].entries()) {
    note(key, at)
    if (key === 'b' || key === 'f') await pass(10)
  }
  await pass(10)
  expect(written).toEqual(['a 0', 'd 3', 'e 4', 'f 5', 'g 6'])
  expect(told().filter((dropped) => dropped !== undefined)).toEqual([2])
})

test('what PostgreSQL refuses is written note by note, and dropped where it is refused alone', async () => {
  const log = Object.assign(createLog('silent'), { warn: vi.fn() })
  const written: string[] = []
  const { note, close } = writeBehind<number>({
    ...{ log, what: 'write', afterMs: 10 },
    merge: (_, newer) => newer,
    async write(notes) {
      if (notes.has('b')) throw Object.assign(new Error('refused'), { code: '23503' })
      written.push([...notes].join(' '))
    },
  })
  for (const [at, key] of ['a', 'b', 'c'].entries()) note(key, at)
  await pass(10)
  expect(written).toEqual(['a,0', 'c,2'])
  expect(log.warn).toHaveBeenCalledTimes(1)
  await pass(10)
  await close()
  expect(written).toHaveLength(2)
})

test('a loop runs when it is due or woken, and not otherwise', async () => {
  const clock = createTestClock()
  const ends: ((next: Date | undefined) => void)[] = []
  const run = vi.fn(() => new Promise<Date | undefined>((end) => ends.push(end)))
  const loop = new Loop({ clock, log: silent, quiet: new QuietStart(), what: 'look', run })
  const end = async (next?: Date) => {
    ends.shift()?.(next)
    await pass(0)
  }
  const inSeconds = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
  loop.wake()
  await end(inSeconds(10))
  clock.advance(9)
  expect(run).toHaveBeenCalledTimes(1)
  clock.advance(1)
  expect(run).toHaveBeenCalledTimes(2)
  // However often it is woken while it runs, it runs once more.
  for (let n = 0; n < 3; n++) loop.wake()
  await end(inSeconds(3600))
  expect(run).toHaveBeenCalledTimes(3)
  // What is due at once follows at once; what nobody tells of is looked for once a minute.
  await end(clock.now())
  expect(run).toHaveBeenCalledTimes(4)
  await end()
  clock.advance(59)
  expect(run).toHaveBeenCalledTimes(4)
  clock.advance(1)
  expect(run).toHaveBeenCalledTimes(5)
  const closed = loop.close()
  loop.wake()
  await end(clock.now())
  await closed
  clock.advance(3600)
  expect(run).toHaveBeenCalledTimes(5)
})

test('a quiet server begins nothing by itself until that is lifted, and then what was woken', async () => {
  const clock = createTestClock()
  const quiet = new QuietStart(true)
  const [woken, asleep, task, early] = [vi.fn(), vi.fn(), vi.fn(async () => {}), vi.fn(async () => {})]
  const loops = [woken, asleep].map(
    (run) => new Loop({ clock, log: silent, quiet, what: 'look', run: async () => run() }),
  )
  const upkeeps = [
    startOne({ everyMs: 10, run: task }, quiet),
    startOne({ atStart: true, everyMs: 3_600_000, run: early }, quiet),
  ]
  loops[0]?.wake()
  clock.advance(3600)
  await pass(100)
  for (const run of [woken, asleep, task, early]) expect(run).not.toHaveBeenCalled()
  quiet.lift()
  await pass(10)
  for (const run of [woken, task, early]) expect(run).toHaveBeenCalledOnce()
  expect(asleep).not.toHaveBeenCalled()
  for (const one of [...loops, ...upkeeps.map(({ upkeep }) => upkeep)]) await one.close()
})

test('a loop that fails says so, and goes on a second later', async () => {
  const clock = createTestClock()
  const log = Object.assign(createLog('silent'), { warn: vi.fn() })
  const run = vi.fn(async () => {
    throw new Error('away')
  })
  const loop = new Loop({ clock, log, quiet: new QuietStart(), what: 'look', run })
  loop.wake()
  await pass(0)
  expect(log.warn).toHaveBeenCalledWith({ err: expect.any(Error) }, 'could not look')
  clock.advance(1)
  expect(run).toHaveBeenCalledTimes(2)
  await loop.close()
})

test('nothing is written where nothing was noted', async () => {
  const write = vi.fn(async () => {})
  const behind = writeBehind<true>({ log: silent, what: 'write', afterMs: 1, merge: () => true, write })
  await pass(1000)
  expect(write).not.toHaveBeenCalled()
  await behind.close()
})

test('batches go on until one is not full, or the server stops', async () => {
  const stopping = new AbortController()
  const counts = [10, 10, 3, 10]
  const batch = vi.fn(async () => counts.shift() ?? null)
  await inBatches(stopping.signal, 10, batch)
  expect(batch).toHaveBeenCalledTimes(3)
  counts.push(10)
  await inBatches(stopping.signal, 10, batch, 1)
  expect(batch).toHaveBeenCalledTimes(4)
  stopping.abort()
  await inBatches(stopping.signal, 10, batch)
  expect(batch).toHaveBeenCalledTimes(4)
})
