// Fields that take one of the names of a list.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Contributions } from '#platform/contributions/contributions.ts'
import { oneOf, parseField } from './validation.ts'

test('a name that is contributed after the first check is taken, and described', () => {
  const fruits = new Contributions<'apple' | 'fig' | 'lime', true>('fruit')
  const schema = oneOf(() => fruits.names).describe('A fruit.')
  fruits.add(10, { apple: true, lime: true })
  for (const other of ['fig', 5, null])
    expect(() => parseField('fruit', schema, other)).toThrow('fruit: must be one of apple, lime.')
  fruits.add(20, { fig: true })
  expect(parseField('fruit', schema.optional(), 'fig')).toBe('fig')
  expect(() => parseField('fruit', schema, 'plum')).toThrow('fruit: must be one of apple, lime, fig.')
  expect(() => parseField('fruit', schema, undefined)).toThrow('fruit is required.')
  const described = { type: 'string', enum: ['apple', 'lime', 'fig'], description: 'A fruit.' }
  expect(z.toJSONSchema(z.array(schema)).items).toEqual(described)
})
