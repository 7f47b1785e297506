// When schedules run, where clocks change, and what is refused.
import { expect, test } from 'vitest'
import { checkSchedule, nextRuns } from './schedules.ts'

const runs = (schedule: string, timezone: string, after: string) =>
  nextRuns(schedule, timezone, new Date(after)).map((time) => time.toISOString().slice(0, 16))

test('by the clock of a time zone', () => {
  expect(runs('*/15 * * * *', 'UTC', '2026-07-01T10:01:00Z')).toEqual([
    ...['2026-07-01T10:15', '2026-07-01T10:30', '2026-07-01T10:45', '2026-07-01T11:00', '2026-07-01T11:15'],
  ])
  expect(runs('0 6 * * 1-5', 'Africa/Nairobi', '2026-07-03T12:00:00Z').slice(0, 2)).toEqual([
    ...['2026-07-06T03:00', '2026-07-07T03:00'],
  ])
  expect(runs('0 0 29 2 *', 'UTC', '2026-01-01T00:00:00Z').slice(0, 2)).toEqual([
    ...['2028-02-29T00:00', '2032-02-29T00:00'],
  ])
})

test('once a day, also on the days on which clocks change', () => {
  // In Berlin 02:30 is not there on 29 March 2026, and is there twice on 25 October.
  const spring = runs('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z').slice(0, 3)
  expect(spring.map((time) => time.slice(0, 10))).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
  const autumn = runs('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z').slice(0, 3)
  expect(autumn.map((time) => time.slice(0, 10))).toEqual(['2026-10-25', '2026-10-26', '2026-10-27'])
})

test.each([
  ['* * * * * *', 'UTC', 'five fields'],
  ['* * * *', 'UTC', 'five fields'],
  ['@daily', 'UTC', 'five fields'],
  ['61 * * * *', 'UTC', 'schedule: '],
  ['* * * * mo-xx', 'UTC', 'schedule: '],
  ['0 0 30 2 *', 'UTC', 'no time at which it would run'],
  ['* * * * *', 'Mars/Olympus', 'timezone: must be a time zone'],
])('%s in %s is refused', (schedule, timezone, sentence) => {
  const check = () => checkSchedule(schedule, timezone, new Date(Date.UTC(2026, 0, 1)))
  expect(check).toThrow(sentence)
})
