// Defaults as PostgreSQL's catalog prints them, understood again.
import { expect, it } from 'vitest'
import { readDefault } from './ddl-default.ts'

it.each([
  ["'it''s'::text", "it's"],
  ["''::character varying", ''],
  ["('-1.5'::numeric)::numeric(19,4)", '-1.5'],
  ['\'a\'::p_0123."albums$kind$enum"', 'a'],
  ["'2026-01-31 00:00:00+00'::timestamp with time zone", '2026-01-31 00:00:00+00'],
  ["'\\x00'::bytea", '\\x00'],
  ['5', '5'],
  ['(-5)', '-5'],
  ['1.50', '1.50'],
  ['true', 'true'],
])('%s is the constant %s', (sql, text) => {
  expect(readDefault(sql)).toEqual({ kind: 'constant', text })
})

it.each([
  'now()',
  'auth.uid()',
  "('a'::text || 'b'::text)",
  "('a'::text || now())",
  '(5 + 1)',
  "lower('X'::text)",
])('%s is an expression', (sql) => {
  expect(readDefault(sql)).toEqual({ kind: 'expression', sql })
})

it('writes current_date as it was given', () => {
  expect(readDefault('CURRENT_DATE')).toEqual({ kind: 'expression', sql: 'current_date' })
})
