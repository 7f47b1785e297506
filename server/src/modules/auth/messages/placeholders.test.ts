// Templates with empty values: lines with only empty placeholders are removed.
import { expect, test } from 'vitest'
import { withoutEmpty } from './placeholders.ts'

test.each([
  ['{{code}}\n\nOr open {{link}}\n\nBye', '{{code}}\n\nBye'],
  ['{{code}} or {{link}}\nBye', '{{code}} or {{link}}\nBye'],
  ['{{ link }}', ''],
  ['One\n\n\n\nTwo {{code}}', 'One\n\n\n\nTwo {{code}}'],
  ['{{unknown}}', '{{unknown}}'],
])('%j becomes %j', (template, expected) => {
  expect(withoutEmpty(template, { code: '1', link: '' })).toBe(expected)
  expect(withoutEmpty(template, { code: '1', link: 'x' })).toBe(template)
})
