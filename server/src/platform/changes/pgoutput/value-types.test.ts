// Types whose transaction the log shows before others see it.

import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { cloneDatabase } from '#test/test-database.ts'
import { ValueTypes } from './value-types.ts'

test('a type that is not seen yet is asked for again, and one that was dropped is text', async () => {
  const database = await cloneDatabase(inject('server'))
  const pool = new pg.Pool({ ...database.connection, max: 2 })
  const maker = await pool.connect()
  try {
    await maker.query('begin; create domain price as numeric(12, 2)')
    const { rows } = await maker.query(`select oid::int8::float8 as id from pg_type where typname = 'price'`)
    const { id } = rows[0]
    let asked = 0
    // The transaction commits after the first answer, which therefore lacks the type.
    pool.on('release', () => {
      asked += 1
      if (asked === 1) void maker.query('commit')
    })
    const types = new ValueTypes(pool)
    await types.load([id])
    expect(asked).toBeGreaterThan(1)
    expect(types.find(id)?.('12.50')).toBe('12.50')

    await maker.query('drop domain price')
    const later = new ValueTypes(pool)
    await later.load([id])
    expect(later.find(id)?.('12.50')).toBe('"12.50"')
  } finally {
    maker.release()
    await pool.end()
    await database.drop()
  }
})
