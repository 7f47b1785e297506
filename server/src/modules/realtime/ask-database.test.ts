// Many callers in one packet, but never more of their rows at once than the memory of a node can bear.
import { expect, test } from 'vitest'
import type { Row } from '#engine/live-access.ts'
import { parseRow } from '#platform/changes/row-change.ts'
import type { Question } from '#platform/db/executor.ts'
import { DatabaseDecider } from './ask-database.ts'
import type { LiveCaller } from './callers.ts'

const MEGABYTE = 1024 * 1024
const ALONE = { sql: 'true', together: undefined }

const rowOf = (row: Row) => parseRow(JSON.stringify(row))

test('callers share packets by number and by bytes, and each gets the answer to its own question', async () => {
  const packets: { questions: number; bytes: number }[] = []
  // Each caller may see the rows of its own number.
  const ask = async (_: unknown, questions: readonly Question[]) => {
    const texts = questions.map(({ statement }) => String(statement.values?.[0]))
    packets.push({ questions: questions.length, bytes: texts.join('').length })
    return questions.map(({ actor }, n) => ({
      rows: (JSON.parse(texts[n] as string) as Row[]).flatMap(({ of }, index) =>
        of === actor.uid ? [[String(index)]] : [],
      ),
    }))
  }
  const decider = new DatabaseDecider({ clusters: { of: () => ({ executor: { ask } }) } } as never)
  const decide = async (callers: number, bytes: number) => {
    packets.length = 0
    const rows = Array.from({ length: callers }, (_, n) => rowOf({ of: `${n}`, text: 'x'.repeat(bytes) }))
    const asking = rows.map(({ of }) => ({ context: { uid: of } }) as unknown as LiveCaller)
    const questions = new Map(asking.map((caller) => [caller, new Set(rows)]))
    const table = { schema: 'one', slug: 'notes' } as never
    const answers = await decider.decide({} as never, table, ALONE, questions)
    expect(asking.map((caller) => [...(answers.get(caller) ?? [])])).toEqual(rows.map((row) => [row]))
    return packets.map((packet) => packet.questions)
  }
  expect(await decide(60, 10)).toEqual([25, 25, 10])
  expect((await decide(30, MEGABYTE / 10)).length).toBeGreaterThan(20)
  expect(Math.max(...packets.map(({ bytes }) => bytes))).toBeLessThan(8 * MEGABYTE)
})
