// One spelling for each moment, and nothing that depends on when or where it is read.
import { expect, test } from 'vitest'
import { normaliseMoment, normaliseTime, validDate } from './moments.ts'

test.each([
  ['2026-01-31', '2026-01-31 00:00:00.000000+00'],
  ['2026-01-31 12:30', '2026-01-31 12:30:00.000000+00'],
  ['2026-01-31T12:30:05', '2026-01-31 12:30:05.000000+00'],
  ['2026-01-31T12:30:05.5Z', '2026-01-31 12:30:05.500000+00'],
  ['2026-01-31T00:30:00.123456+03:00', '2026-01-30 21:30:00.123456+00'],
  ['2026-12-31 23:30:00-0130', '2027-01-01 01:00:00.000000+00'],
  ['2024-02-29 00:00:00+00', '2024-02-29 00:00:00.000000+00'],
  ['0001-01-01', '0001-01-01 00:00:00.000000+00'],
  ['0001-01-01 00:00:00+01', undefined],
  ['9999-12-31 23:59:59-01', undefined],
  ['2026-02-29', undefined],
  ['2026-13-01', undefined],
  ['2026-01-31 24:00', undefined],
  ['2026-01-31 12:60', undefined],
  ['2026-01-31 12:00+16', undefined],
  ['2026-01-31 12:00+03:75', undefined],
  ['2026-01-31 12:00:00.1234567', undefined],
  ['31.01.2026', undefined],
  ['now', undefined],
  ['infinity', undefined],
  ['2026-01-31 BC', undefined],
  ['2026-01-31 12:00 Africa/Nairobi', undefined],
  ['', undefined],
])('the moment %j is %j', (text, expected) => {
  expect(normaliseMoment(text)).toBe(expected)
})

test.each([
  ['09:30', '09:30:00.000000'],
  ['23:59:59.9', '23:59:59.900000'],
  ['24:00', undefined],
  ['9:30', undefined],
  ['09:30 pm', undefined],
])('the time %j is %j', (text, expected) => {
  expect(normaliseTime(text)).toBe(expected)
})

test.each([
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['1900-02-29', false],
  ['2000-02-29', true],
  ['2026-04-31', false],
  ['0000-01-01', false],
  ['2026-1-1', false],
])('the day %j: %s', (text, expected) => {
  expect(validDate(text)).toBe(expected)
})
