// The journal accepts whole entries of one writer at a time.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { NO_NATS, startNats, type TestNats } from '#test/nats.ts'
import { quietLog } from '#test/test-database.ts'
import { Broker } from './broker.ts'
import type { Entry } from './entry.ts'
import { Journal } from './journal.ts'

const SHUT = { kind: 'shut', table_id: 'x' } as const
const rows = (count: number) =>
  ({ kind: 'rows', rows: Array.from({ length: count }, () => undefined) }) as const

describe.skipIf(NO_NATS)('a journal', () => {
  let nats: TestNats
  let broker: Broker
  let journals = 0
  const open = () => new Journal(broker, `test${++journals}`, 60_000)

  beforeAll(async () => {
    nats = await startNats()
    broker = new Broker([nats.url], quietLog)
    await vi.waitFor(() => broker.connection, { timeout: 45_000 })
  })
  afterAll(async () => {
    await broker.close()
    await nats.stop()
  })

  test('refuses a writer that does not know its end', async () => {
    const journal = open()
    const end = await journal.findEnd()
    expect(end).toEqual({ seq: 0, epoch: undefined, top: 0 })
    expect(await journal.append({ epoch: 'a', from: 5, steps: [rows(3)] }, 0)).toBe(1)
    await expect(journal.append({ epoch: 'a', from: 5, steps: [rows(3)] }, 0)).rejects.toThrow()
    expect(await journal.findEnd()).toEqual({ seq: 1, epoch: 'a', top: 8 })
    expect(await journal.append({ epoch: 'a', from: 8, steps: [SHUT] }, 1)).toBe(2)
    expect(await journal.findEnd()).toEqual({ seq: 2, epoch: 'a', top: 8 })
  })

  test('skips the incomplete entry of a writer that crashed', async () => {
    const journal = open()
    const text = { id: 'i', type: 'INSERT', project_id: 'p', table_id: 't', table: 'notes' } as const
    const large = { ...text, record: 'x'.repeat(2_500_000), old_record: undefined, committed_at: new Date(5) }
    await journal.findEnd()
    const whole: Entry = { epoch: 'a', from: 1, steps: [{ kind: 'rows', rows: [large, undefined] }] }
    expect(await journal.append(whole, 0)).toBe(3)
    expect(await journal.findEnd()).toEqual({ seq: 3, epoch: 'a', top: 3 })
    // Another writer appends between the parts.
    const torn = journal.append({ ...whole, from: 3 }, 3)
    await expect.poll(async () => (await journal.findEnd()).seq, { interval: 0 }).toBeGreaterThan(3)
    const { seq, top } = await journal.findEnd()
    const intruder = journal.append({ epoch: 'a', from: top, steps: [SHUT] }, seq)
    const outcomes = await Promise.allSettled([torn, intruder])
    const heard: Entry[] = []
    const stop = new AbortController()
    const reading = journal.read(async (entry) => {
      heard.push(entry)
    }, stop.signal)
    const isTorn = outcomes[0]?.status === 'rejected'
    await expect.poll(() => heard.length).toBe(isTorn ? 2 : outcomes[1]?.status === 'rejected' ? 2 : 3)
    expect(heard[0]).toEqual(whole)
    if (isTorn) expect(heard[1]).toEqual({ epoch: 'a', from: 3, steps: [SHUT] })
    stop.abort()
    await reading
  })
})
