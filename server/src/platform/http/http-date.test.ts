import { expect, test } from 'vitest'
import { readHttpDate } from './http-date.ts'

test.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
  '%s is a date',
  (text) => {
    expect(readHttpDate(text)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37))
  },
)

test.each(['', '0.5', '2099', '1994-11-06T08:49:37Z', '05/06/2026', 'soon', 'Sun, 06 Foo 1994 08:49:37 GMT'])(
  '%j is none',
  (text) => {
    expect(readHttpDate(text)).toBeUndefined()
  },
)
