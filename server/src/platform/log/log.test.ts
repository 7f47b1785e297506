// What is taken out of addresses before they are written down.
import { expect, test } from 'vitest'
import { redactUrl } from './log.ts'

test.each([
  ['/events?token=abc', '/events?token=[redacted]'],
  ['/events?table=notes&api_key=abc&limit=1', '/events?table=notes&api_key=[redacted]&limit=1'],
  ['/events?API_KEY=abc#top', '/events?API_KEY=[redacted]#top'],
  ['/events?%61pi_key=abc', '/events?%61pi_key=[redacted]'],
  ['/events?to%6Ben=a&token=b', '/events?to%6Ben=[redacted]&token=[redacted]'],
  ['/events?token', '/events?token'],
  ['/events?token=', '/events?token=[redacted]'],
  ['/events?%ff=abc&token=a=b', '/events?%ff=abc&token=[redacted]'],
  ['/rows?tokens=3&monkey=1', '/rows?tokens=3&monkey=1'],
  ['/rows', '/rows'],
])('%s is written down as %s', (url, written) => {
  expect(redactUrl(url)).toBe(written)
})
