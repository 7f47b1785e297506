// One number is one text, however it is written.
import { expect, test } from 'vitest'
import { parsePhone } from './phone-number.ts'

test.each([
  ['+255727516739', '+255727516739'],
  ['+2550727516739', '+255727516739'],
  ['+255 (0)727 516-739', '+255727516739'],
  ['00255727516739', '+255727516739'],
  [' 00254 712.345.678 ', '+254712345678'],
  ['+8613800138000', '+8613800138000'],
  // The zero of an Italian number belongs to it.
  ['+390612345678', '+390612345678'],
])('%j is %s', (text, number) => expect(parsePhone(text)?.number).toBe(number))

test.each([
  ...[
    '',
    '+',
    '0727516739',
    '255727516739',
    '+25571234567',
    '+2557123456789',
    '+0123456789',
    '+999123456789',
  ],
  ...[
    '+255712345678,+255712345679',
    '+255712345678;ext=1',
    'call +255712345678',
    '+٢٥٥٧١٢٣٤٥٦٧٨',
    '0000255727516739',
  ],
])('%j is no number', (text) => expect(parsePhone(text)).toBeUndefined())

test.each(['0712345678', '712345678', '254712345678', '+2540712345678', '00254712345678', '000254712345678'])(
  '%j is one of Kenya',
  (text) =>
    expect(parsePhone(text, 'KE')).toEqual({ number: '+254712345678', country: 'KE', isMobile: true }),
)
