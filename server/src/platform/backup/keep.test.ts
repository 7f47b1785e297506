// Which backups are kept.
import { mkdir, mkdtemp, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { FORMAT, type Header, writeHeader, writeManifest } from './backup-files.ts'
import { noteEntry, writeEntry } from './entries.ts'
import { folderFiles, folderPlace } from './folder-place.ts'
import { chooseKept, removeSurplus } from './keep.ts'

test.each<[string, { days: number; weeks: number; months: number }, string[]]>([
  ['the latest of each day', { days: 2, weeks: 0, months: 0 }, ['2027-03-01T18', '2027-02-28T02']],
  // Weeks begin on Monday, as 1 March 2027 is.
  ['the latest of each week', { days: 0, weeks: 2, months: 0 }, ['2027-03-01T18', '2027-02-28T02']],
  [
    'the latest of each month',
    { days: 0, weeks: 0, months: 3 },
    ['2027-03-01T18', '2027-02-28T02', '2026-12-31T02'],
  ],
  ['together', { days: 1, weeks: 3, months: 2 }, ['2027-03-01T18', '2027-02-28T02', '2027-02-21T02']],
  ['the latest of all, always', { days: 0, weeks: 0, months: 0 }, ['2027-03-01T18']],
])('%s is kept', (_, rule, kept) => {
  const all = [
    '2027-02-27T02',
    '2027-03-01T18',
    '2026-12-31T02',
    '2027-03-01T02',
    '2027-02-28T02',
    '2027-02-21T02',
  ]
  const full = (text: string) => new Date(`${text}:00:00Z`)
  expect(chooseKept(all.map(full), rule)).toEqual(kept.map(full))
  expect(chooseKept([], rule)).toEqual([])
})

const OWN: Header = {
  format: FORMAT,
  version: '0.1.0',
  created_at: '2027-03-01T00:00:00.000Z',
  installation: 'own',
  postgres: { version: '18.1', system: 'one', embedded: false },
  clusters: ['main'],
  objects: { bucket: 'files' },
  master_keys: [],
}

async function make(to: string, name: string, more: Partial<Header> = {}): Promise<string> {
  const folder = join(to, name)
  await mkdir(folder)
  const day = `${name.slice(0, 4)}-${name.slice(4, 6)}-${name.slice(6, 8)}`
  await writeHeader(folderFiles(folder), { ...OWN, created_at: `${day}T00:00:00.000Z`, ...more })
  const archive = await writeEntry(
    folderFiles(folder),
    'postgres-main.tar.zst',
    Readable.from([Buffer.from(name)]),
  )
  await writeManifest(
    folderFiles(folder),
    [await noteEntry(folderFiles(folder), 'header.json'), archive],
    new Date(0),
  )
  return folder
}

test('backups of others stay, and a damaged one counts as none', async () => {
  const to = await mkdtemp(join(tmpdir(), 'msingi-keep-'))
  const names = ['20270301T000000Z', '20270302T000000Z', '20270303T000000Z', '20270304T000000Z']
  for (const name of names) await make(to, name)
  const others: Partial<Header>[] = [
    { installation: 'restored' },
    { postgres: { ...OWN.postgres, system: 'other' } },
    { installation: undefined },
  ]
  for (const [n, other] of others.entries()) await make(to, `2026030${n}T000000Z`, other)
  await truncate(join(to, '20270304T000000Z', 'postgres-main.tar.zst'), 1)
  await removeSurplus(folderPlace(to), OWN, { days: 2, weeks: 0, months: 0 })
  const left = others.map((_, n) => `2026030${n}T000000Z`)
  expect((await readdir(to)).sort()).toEqual([...left, ...names.slice(1)])
  await removeSurplus(folderPlace(to), { ...OWN, installation: undefined }, { days: 1, weeks: 0, months: 0 })
  expect(await readdir(to)).toHaveLength(6)
  await rm(to, { recursive: true })
})
