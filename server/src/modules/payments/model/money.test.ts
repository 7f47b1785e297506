// Which numbers and amounts each provider takes.
import { describe, expect, test } from 'vitest'
import { AppError } from '#platform/errors/app-error.ts'
import { checkAmount, phoneFor, readAmount } from './money.ts'

const refusal = (work: () => unknown): string => {
  try {
    return `taken: ${String(work())}`
  } catch (error) {
    if (error instanceof AppError) return `${error.status} ${error.message}`
    throw error
  }
}

describe('a phone number', () => {
  test.each([
    '0712345678',
    '0712 345-678',
    '+254712345678',
    '254712345678',
    '+254 (712) 345 678',
    '712345678',
    '00254712345678',
    '+2540712345678',
  ])('of Kenya is read as it is written: %s', (text) =>
    expect(phoneFor('provider_a', text)).toBe('+254712345678'),
  )
  test('of the newer range, and of Tanzania, likewise', () => {
    expect(phoneFor('provider_a', '0110123456')).toBe('+254110123456')
    expect(phoneFor('provider_b', '0712345678')).toBe('+255712345678')
    expect(phoneFor('provider_b', '255652345678')).toBe('+255652345678')
  })
  test.each([
    ['+255712345678', 'serves numbers of Kenya only; this one belongs to Tanzania'],
    ['+256772123456', 'this one belongs to Uganda'],
    ['+14155552671', 'this one belongs to United States'],
    ['+254202222222', 'must be a mobile number, such as +254712345678'],
    ['07123', 'must be a phone number, such as +254712345678'],
    ['', 'must be a phone number'],
    ['abc', 'must be a phone number'],
    ["0712345678'; drop table users", 'must be a phone number'],
  ])('that provider A cannot serve is refused by name: %s', (text, message) => {
    expect(refusal(() => phoneFor('provider_a', text))).toContain(`400 phone: `)
    expect(refusal(() => phoneFor('provider_a', text))).toContain(message)
  })
})

test.each([
  ['provider_a', 0, '400 amount: provider_a takes between 1 and 250000 KES.'],
  ['provider_a', 1, 'taken: undefined'],
  ['provider_a', 250_001, '400 amount: provider_a takes between 1 and 250000 KES.'],
  ['provider_b', 499, '400 amount: provider_b takes between 500 and 5000000 TZS.'],
  ['provider_b', 500, 'taken: undefined'],
] as const)('%s and %s: %s', (provider, amount, outcome) => {
  expect(refusal(() => checkAmount(provider, amount))).toBe(outcome)
})

test.each([
  [50, [50, 50.0, '50', '50.0', '50.00']],
  [49.99, [49.99, '49.99']],
  [undefined, [undefined]],
  [
    'unreadable',
    [
      null,
      '',
      ' 50',
      '50 ',
      '5e1',
      '0x32',
      'abc',
      '1,500',
      Number.NaN,
      1e21,
      true,
      [],
      [50],
      {},
      { value: 50 },
    ],
  ],
] as const)('%s is read from what says so, and from nothing else', (amount, values) => {
  for (const value of values) expect(readAmount(value), JSON.stringify(value)).toBe(amount)
})
