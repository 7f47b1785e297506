// Exact numbers against sums that are known, among them those that JavaScript's numbers get wrong.
import { describe, expect, test } from 'vitest'
import {
  add,
  compareExact,
  divideWhole,
  multiply,
  readExact,
  remainder,
  subtract,
  toFloat,
  toWhole,
} from './exact.ts'
import { UNDECIDABLE } from './undecidable.ts'

const order = (a: unknown, b: unknown) => Math.sign(compareExact(readExact(a), readExact(b)))

test.each([
  [1, 1, 0],
  [1, '1.000', 0],
  ['0.1', 0.1, 0],
  [0.1, '0.10000000000000000001', -1],
  ['9007199254740993', '9007199254740992', 1],
  ['9007199254740993', 9007199254740991, 1],
  ['-9007199254740993', -1, -1],
  ['12345678901234567890.1', '12345678901234567890.2', -1],
  ['1e3', 1000, 0],
  ['1.5e-3', 0.0015, 0],
  [1e-7, '0.0000001', 0],
  ['-0', 0, 0],
  ['+.5', 0.5, 0],
])('%s against %s is %s', (a, b, expected) => {
  expect(order(a, b)).toBe(expected)
  expect(order(b, a)).toBe(expected === 0 ? 0 : -expected)
})

test.each([
  ['+', add, '0.1', '0.2', '0.3'],
  ['+', add, '9007199254740991', '2', '9007199254740993'],
  ['-', subtract, '0.3', '0.1', '0.2'],
  ['-', subtract, 1, '0.9', '0.1'],
  ['*', multiply, '0.1', '3', '0.3'],
  ['*', multiply, '4294967296', '4294967296', '18446744073709551616'],
  ['*', multiply, '94906267', '94906267', '9007199515875289'],
  ['%', remainder, '-7', '3', '-1'],
  ['%', remainder, '7', '-3', '1'],
  ['%', remainder, '1', '0.3', '0.1'],
  ['/', divideWhole, '-7', '2', '-3'],
  ['/', divideWhole, '9223372036854775807', '-1', '-9223372036854775807'],
])('%s is exact', (_, operation, a, b, expected) => {
  expect(compareExact(operation(readExact(a), readExact(b)), readExact(expected))).toBe(0)
})

describe('what is not sure is not guessed', () => {
  test.each([
    ['a whole number that may have been rounded', () => readExact(2 ** 53)],
    ['a fraction that may have been rounded', () => readExact(0.1 + 0.2)],
    ['NaN', () => readExact('NaN')],
    ['infinity', () => readExact(Number.POSITIVE_INFINITY)],
    ['an empty text', () => readExact('')],
    ['a lone point', () => readExact('.')],
    ['a text', () => readExact('1x')],
    ['an object', () => readExact({})],
    ['a division by zero', () => divideWhole(1, 0)],
    ['a remainder of zero', () => remainder(1, readExact('0.00'))],
    ['a float too large', () => toFloat(readExact('1e400'))],
    ['a float too small', () => toFloat(readExact('1e-400'))],
  ])('%s', (_, attempt) => {
    expect(attempt).toThrow(UNDECIDABLE)
  })
})

test('wholes and floats', () => {
  expect(toWhole(readExact('12.0'))).toBeUndefined()
  expect(toWhole(readExact('9007199254740993'))).toBe(9007199254740993n)
  expect(toFloat(readExact('9007199254740993'))).toBe(9007199254740992)
  expect(toFloat(readExact('0.10000000000000000555'))).toBe(0.1)
})
