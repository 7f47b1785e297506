// Many callers in one packet, with a limit on the bytes of their rows.
import { expect, test, vi } from 'vitest'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import { parseRow } from '#platform/changes/feed/row-change.ts'
import type { ActorQuery } from '#platform/db/executor/connection-mode.ts'
import { openGates } from '#platform/fairness/gates.ts'
import type { LiveCaller } from './callers.ts'
import { DatabaseChecks } from './database-checks.ts'

const MEGABYTE = 1024 * 1024
const ALONE = { sql: 'true', columns: new Set<string>(), together: undefined }

const project = { id: 'p', organisation_id: 'a' } as never

const rowOf = (row: JsonRow) => parseRow(JSON.stringify(row))

test('packets are bounded by callers and by bytes, and each caller gets its own result', async () => {
  const packets: { questions: number; bytes: number }[] = []
  // Each caller is allowed to see the rows of its own number.
  const ask = async (_: unknown, questions: readonly ActorQuery[]) => {
    const texts = questions.map(({ statement }) => String(statement.values?.[0]))
    packets.push({ questions: questions.length, bytes: texts.join('').length })
    return questions.map(({ actor }, n) => ({
      rows: (JSON.parse(texts[n] as string) as JsonRow[]).flatMap(({ of }, index) =>
        of === actor.uid ? [[String(index)]] : [],
      ),
    }))
  }
  const checks = new DatabaseChecks({
    gates: openGates(),
    clusters: { of: () => ({ executor: { ask } }) },
  } as never)
  const decide = async (callers: number, bytes: number) => {
    packets.length = 0
    const rows = Array.from({ length: callers }, (_, n) => rowOf({ of: `${n}`, text: 'x'.repeat(bytes) }))
    const asking = rows.map(({ of }) => ({ context: { uid: of } }) as unknown as LiveCaller)
    const questions = new Map(asking.map((caller) => [caller, new Set(rows)]))
    const table = { schema: 'one', slug: 'notes' } as never
    const answers = await checks.run(project, table, ALONE, questions)
    expect(asking.map((caller) => [...(answers.get(caller) ?? [])])).toEqual(rows.map((row) => [row]))
    return packets.map((packet) => packet.questions)
  }
  expect(await decide(60, 10)).toEqual([25, 25, 10])
  expect((await decide(30, MEGABYTE / 10)).length).toBeGreaterThan(20)
  expect(Math.max(...packets.map(({ bytes }) => bytes))).toBeLessThan(8 * MEGABYTE)
})

/** A database that answers each project when the test says so, and the statements that it received. */
function slowDatabase() {
  const asked: string[] = []
  const answers: (() => void)[] = []
  const ask = ({ id }: { id: string }, questions: readonly ActorQuery[]) =>
    new Promise((resolve) => {
      asked.push(id)
      const answer = () => resolve(questions.map(() => ({ rows: [['0']] })))
      if (id.startsWith('slow')) answers.push(answer)
      else answer()
    })
  const checks = new DatabaseChecks({
    gates: openGates(),
    clusters: { of: () => ({ executor: { ask } }) },
  } as never)
  const decide = (id: string) => {
    const questions = new Map([[{ context: {} } as unknown as LiveCaller, new Set([rowOf({ n: 1 })])]])
    const asking = { id, organisation_id: `owner of ${id}` } as never
    return checks.run(asking, { schema: 'one', slug: 'notes' } as never, ALONE, questions)
  }
  const answer = () => {
    for (const each of answers.splice(0)) each()
  }
  return { asked, decide, answer }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('projects with slow checks do not delay those of others', async () => {
  const { asked, decide, answer } = slowDatabase()
  const slow = ['slow 1', 'slow 2'].flatMap((id) => Array.from({ length: 20 }, () => decide(id)))
  await turn()
  expect(asked.length).toBeLessThan(5)
  for (let n = 0; n < 10; n++) await decide(`quick ${n}`)
  for (let n = 0; n < 60; n++) {
    answer()
    await turn()
  }
  await Promise.all(slow)
})

test('an account with slow checks is put into the queue of the slow ones', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1)
  try {
    const { asked, decide, answer } = slowDatabase()
    const names = Array.from({ length: 8 }, (_, n) => `slow ${n}`)
    for (const name of names) {
      const known = decide(name)
      await turn()
      now.mockReturnValue(now() + 3000)
      answer()
      await known
    }
    asked.length = 0
    const again = names.map(decide)
    await turn()
    expect(asked).toHaveLength(2)
    for (let n = 0; n < 10; n++) await decide(`quick ${n}`)
    for (let n = 0; n < 10; n++) {
      answer()
      await turn()
    }
    await Promise.all(again)
  } finally {
    now.mockRestore()
  }
})
