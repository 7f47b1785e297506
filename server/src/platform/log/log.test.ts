// What is taken out of addresses before they are written down.
import { expect, test } from 'vitest'
import { redactUrl } from './log.ts'

test.each([
  ['/events?token=abc', '/events?token=[redacted]'],
  ['/s3/p/b?X-Amz-Signature=abc&x=1', '/s3/p/b?X-Amz-Signature=[redacted]&x=1'],
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

test('addresses are cut before they are read, and credentials are taken out of what is left', () => {
  expect(redactUrl('/events?a=1&token=abcdefghij&b=2', 20)).toBe('/events?a=1&token=[r')
  expect(redactUrl(`/events${'?'.repeat(16_000)}token=abc`)).toBe(`/events${'?'.repeat(4089)}`)
  expect(redactUrl('/a/long/path', 5)).toBe('/a/lo')
  expect(redactUrl('/events#?token=abc&x#token=abc&%74oken=abc')).toBe(
    '/events#?token=[redacted]&x#token=[redacted]&%74oken=[redacted]',
  )
  expect(redactUrl('/events??token=abc')).toBe('/events??token=[redacted]')
})
