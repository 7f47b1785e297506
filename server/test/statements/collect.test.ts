// What is found of the SQL in a source.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are programs

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Collector } from './collect.ts'

const folder = mkdtempSync(join(tmpdir(), 'statements-'))
afterAll(() => rmSync(folder, { recursive: true }))

writeFileSync(
  join(folder, 'names.ts'),
  "export const NAMES = ['a', 'b'] as const\nexport const MOST = { rows: 9 }",
)

test.each([
  ["db.query('select 1', [])", ['select 1']],
  ["const N = 'a'; const f = () => { const sql = `select ${N}`; return db.query<Row>(sql) }", ['select a']],
  ["const N = 'a'; const f = (N: string) => db.query(`select ${N}`)", undefined],
  ["const N = 'a'; const f = ({ N }) => db.query(`select ${N}`)", undefined],
  ["const n = 'a'; for (const n of list) db.query(n)", undefined],
  ["let n = 'a'; db.query(n)", undefined],
  ["db.query(`select 1 ${old ? 'limit 1' : ''}`)", ['select 1 limit 1', 'select 1 ']],
  ["db.query(`select ${NAMES.join(', ')} limit ${MOST.rows}`)", ['select a, b limit 9']],
  ["db.query(`select ${[...NAMES, 'c'].map((name) => `x.${name}`).join(', ')}`)", ['select x.a, x.b, x.c']],
  ["function one(n: string) { return `select ${n}` }; db.query(one('a'))", ['select a']],
  ["db.query('select ' + name)", undefined],
])('%s', (source, texts) => {
  writeFileSync(join(folder, 'one.ts'), `import { MOST, NAMES } from './names.ts'\n${source}`)
  expect(new Collector(`${folder}/`).collect('one.ts')).toEqual([{ place: 'one.ts:2', texts }])
})
