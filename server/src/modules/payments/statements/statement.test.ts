// Statements as files: where their table begins, how cells are separated, and what each line says.
import { expect, test } from 'vitest'
import type { DateOrder } from '#platform/csv/date-order.ts'
import { turnMs } from '#test/watchdog/growth.ts'
import { turnsOf } from '#test/watchdog/turns.ts'
import { parseStatement } from './statement.ts'

const HEAD = [
  'Receipt No.',
  'Completion Time',
  'Details',
  'Transaction Status',
  'Paid In',
  'Withdrawn',
  'A/C No.',
]
const PREAMBLE = 'Account Holder:,Duka Ltd\nShort Code:,174379\nTime Period:,01-11-2026 - 26-11-2026\n\n'
const file = (...lines: string[]) => `${HEAD.join()}\n${lines.join('\n')}\n`
const timed = (...times: string[]) => file(...times.map((time, n) => `R${n},${time},x,Completed,7,,`))
const timesOf = async (csv: string, dates?: DateOrder) => {
  const { lines, leftOut } = await parseStatement('provider_a', csv, dates)
  return [...lines.map(({ paid_at }) => paid_at?.toISOString()), ...leftOut.map(({ reason }) => reason)]
}

test.each([
  ['comma', ',', ''],
  ['semicolon', ';', ''],
  ['tab', '\t', ''],
  ['a mark of its encoding', ',', '\uFEFF'],
  ['lines about the account', ',', PREAMBLE],
  ['other cells above', ';', `\uFEFF${PREAMBLE}`],
  ['twenty lines above the table are too many but nineteen are not', ',', 'x\n'.repeat(19)],
])('the table of a statement is found: %s', async (_, delimiter, above) => {
  const line = ['QK12AB34CD', '26-11-2026 03:17:19', 'Pay Bill', 'Completed', '"1,500.00"', '', 'BCDF']
  const csv = `${above}${HEAD.join(delimiter)}\r\n${line.join(delimiter)}\r\n\r\n${delimiter.repeat(6)}\r\n`
  const { lines, leftOut, span } = await parseStatement('provider_a', csv)
  const paid_at = new Date('2026-11-26T00:17:19Z')
  expect(lines).toMatchObject([{ receipt: 'QK12AB34CD', amount: 1500, account_reference: 'BCDF', paid_at }])
  expect([leftOut, span]).toEqual([[], { from: paid_at, to: paid_at }])
})

test.each([
  ['a,b\n1,2', 'must name the columns receipt no. and paid in'],
  ['Holder,Duka\nReceipt;Sum;When\nR1;5;x', 'The columns seen are: Receipt, Sum, When.'],
  [`${'x\n'.repeat(20)}Receipt No.,Paid In\n`, 'one of its first 20 lines'],
  ['Receipt No.,Paid In\n"R1,5', 'ends within quotes'],
  [`Receipt No.,Paid In\n${'R'.repeat(1_100_000)}`, 'more than 1 MB'],
  [`Receipt No.,Paid In\n${'R,1\n'.repeat(20_001)}`, 'at most 20000 lines'],
])('what is no statement is refused with what was seen: %#', async (csv, message) => {
  await expect(parseStatement('provider_a', csv)).rejects.toThrow(message)
})

test.each([
  ['R1,,x,Completed,"1,500.00",,', 1500],
  ['R1,,x,Completed,1500,,', 1500],
  ['R1,,x,Completed,1 500.5,-,', 1500.5],
  ['R1,,x,Success,10.50,0.00,', 10.5],
  ['R1,,x,Failed,20.00,,', 'not_completed'],
  ['R1,,x,,20.00,,', 'not_completed'],
  ['R1,,Pay Bill Charge,Completed,,-5.00,', 'withdrawal'],
  ['R1,,Charge,Completed,-,5.00,', 'withdrawal'],
  ['R1,,Payout,Completed,-7.00,,', 'withdrawal'],
  ['R1,,x,Completed,,,', 'unreadable'],
  ['R1,,x,Completed,0.00,0.00,', 'unreadable'],
  ['R1,,x,Completed,KES 150,,', 'unreadable'],
  // Where a comma separates cents, 1500,00 is not 150,000.
  ['R1,,x,Completed,"1500,00",,', 'unreadable'],
  ['R1,,x,Completed,"1.500,00",,', 'unreadable'],
  ['R1,,x,Completed,1.500,,', 'unreadable'],
  ['R1,,x,Completed,5,five,', 'unreadable'],
  ['R1,yesterday,x,Completed,5,,', 'unreadable'],
  ['R1,,"x"y,Completed,5,,', 'unreadable'],
  [',,Total,Completed,5,,', 'unreadable'],
  [`${'R'.repeat(101)},,x,Completed,5,,`, 'unreadable'],
])('a line says an amount, or why it is none of a payer: %s', async (line, expected) => {
  const { lines, leftOut } = await parseStatement('provider_a', file(line))
  const said = [...lines.map(({ amount }) => amount), ...leftOut.map(({ outcome }) => outcome)]
  expect(said).toEqual([expected])
  for (const { line: number, reason } of leftOut)
    expect([number, reason]).toEqual([2, expect.stringMatching(/\.$/)])
})

test.each([
  ['R9,,Reversal of QK12AB34CD,Completed,,-150.00,', ['QK12AB34CD', 'R9']],
  ['R9,,Reversal,Completed,-150.00,,', ['R9']],
  ['R9,,Pay Bill,Reversed,150.00,,', ['R9']],
])('a line that takes back a payment says which: %s', async (line, originals) => {
  const { lines } = await parseStatement('provider_a', file(line))
  expect(lines).toMatchObject([{ kind: 'reversal', amount: 150, originals }])
})

test.each([
  [['2026-01-25T10:00:00Z', '2026-01-25 10:00:00', '2026-01-25'], undefined, ['10', '07', '24T21']],
  [['2026/1/25 10:00', '2026-01-25T10:00:00+0530'], undefined, ['07', '04:30']],
  // One that makes sense in one order alone says it for all.
  [['26-11-2026 03:17:19', '05-06-2026 03:00:00'], undefined, ['2026-11-26T00:17', '2026-06-05T00']],
  [['11/26/2026 3:17 PM', '5/6/2026 12:00 AM'], undefined, ['2026-11-26T12:17', '2026-05-05T21']],
  [['05/06/2026 03:00:00'], 'dmy', ['2026-06-05T00']],
  [['05/06/2026 03:00:00'], 'mdy', ['2026-05-06T00']],
  [['06/06/2026 03:00:00'], undefined, ['2026-06-06T00']],
  [['30-02-2026 03:00:00', '2026-02-30', '25:00'], undefined, ['Its time', 'Its time', 'Its time']],
] as const)('times are read in one way: %j %s', async (times, dates, expected) => {
  const read = await timesOf(timed(...times), dates)
  expect(read).toEqual(expected.map((part) => expect.stringContaining(part)))
})

test.each([[['05-06-2026 10:00:00']], [['05-06-2026', '26-11-2026', '11-26-2026']]])(
  'a date that can be read in two ways is refused with both: %j',
  async (times) => {
    await expect(timesOf(timed(...times))).rejects.toThrow(
      'The date 05-06-2026 in line 2 can be read in two ways: send dates=dmy where it is 2026-06-05, dates=mdy where it is 2026-05-06.',
    )
  },
)

test('a statement of 4 MB is read in slices: others have their turn meanwhile', async () => {
  const details = 'x'.repeat(180)
  const line = (n: number) => `R${n},2026-01-25 10:00:00,"${details}, ""${n}""",Completed,"1,500.00",,BCDF`
  const text = file(...Array.from({ length: 17_000 }, (_, n) => line(n)))
  expect(text.length).toBeGreaterThan(4_000_000)
  let lines: Awaited<ReturnType<typeof parseStatement>>['lines'] = []
  const { longest, count } = await turnsOf(async () => {
    lines = (await parseStatement('provider_a', text)).lines
  })
  expect([lines.length, lines.at(-1)?.receipt, lines[0]?.amount]).toEqual([17_000, 'R16999', 1500])
  expect(longest, `of ${count} turns`).toBeLessThan(turnMs())
  expect(count).toBeGreaterThan(5)
})
