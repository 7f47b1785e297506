// A server that makes backups by itself, and restores one for a trial.
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBackup } from '#platform/backup/backup-files.ts'
import { listBackups } from '#platform/backup/backup-list.ts'
import { sumTables } from '#platform/backup/table-sums.ts'
import { tryBackup } from '#platform/backup/trial.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { exists } from '#platform/postgres/processes/process-table.ts'
import { openSite, type Site } from './crash/site.ts'
import { embeddedConnection } from './embedded-connection.ts'
import { runProgram } from './program.ts'
import { quietLog } from './test-database.ts'
import { type BackupTarget, startBackupTarget } from './versitygw.ts'

let top: string
let dataDir: string
let site: Site
let target: BackupTarget
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'msingi-schedule-'))
  await chmod(top, 0o711)
  dataDir = join(top, 'data')
  target = await startBackupTarget(join(top, 'backups'))
  site = await openSite({ MSINGI_DATA: dataDir })
}, 200_000)
afterAll(async () => {
  await site.stop()
  await target.stop()
  await rm(top, { recursive: true, force: true })
})

const admin = (...args: string[]) =>
  runProgram(['admin', ...args], { MSINGI_DATA: dataDir, ...target.settings })

test('a backup is made at the start, restored for a trial, and those that are not kept are removed', {
  timeout: 400_000,
}, async () => {
  const { id, secret } = site.project
  await site.call('POST', `/projects/${id}/storage/buckets`, { body: { name: 'docs' } })
  const path = `${site.api}/projects/${id}/storage/buckets/docs/objects/a`
  const headers = { 'x-platform-api-key': secret }
  expect((await fetch(path, { method: 'PUT', headers, body: 'habari' })).status).toBe(201)
  await site.call('POST', '/data/entries', { body: { number: 1 } })

  const { to, place } = target
  expect(await admin('backup', '--to', to)).toMatchObject({ code: 0 })
  const [before] = await listBackups(place)
  await site.stop()
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const settings = {
    ...target.settings,
    MSINGI_BACKUP_TO: to,
    MSINGI_BACKUP_KEEP: '1d',
    MSINGI_BACKUP_RECIPIENT: recipient,
  }
  await site.start(settings)
  // Stopped amid the trial, the server leaves no PostgreSQL behind. The backup counts by then.
  const pidOf = () => readFile(join(dataDir, 'restore-trial/postgres/postmaster.pid'), 'utf8').catch(() => '')
  let pid = Number.NaN
  const find = async () => {
    pid = Number.parseInt(await pidOf(), 10)
    return pid
  }
  await expect.poll(find, { timeout: 200_000, interval: 20 }).toBeGreaterThan(1)
  const database = new pg.Client(await embeddedConnection(dataDir))
  await database.connect()
  const { rowCount } = await database.query(
    'update platform.backup_schedule set succeeded_at = null, tried_at = null where succeeded_at = tried_at',
  )
  expect(rowCount).toBe(1)
  await database.end()
  await site.stop()
  expect(exists(pid)).toBe(false)
  await site.start(settings)
  const metrics = async () => (await fetch(`${site.base}/metrics`)).text()
  const restored = /^msingi_backup_restored_timestamp_seconds [1-9]/m
  await expect.poll(metrics, { timeout: 200_000, interval: 500 }).toMatch(restored)
  expect(await readdir(dataDir)).not.toContain('restore-trial')
  const [made, ...others] = await listBackups(place)
  expect(others).toEqual([])
  expect(made?.name).not.toBe(before?.name)
  await site.stop()
  await site.start()

  const backup = await readBackup(place.files(made?.name ?? ''))
  const sums = await sumTables(await embeddedConnection(dataDir), { tableMs: 60_000, allMs: 60_000 })
  const entries = `${projectNames(id).schema}.entries`
  const trial = (sum: unknown, isWritten = false) =>
    tryBackup(backup, {
      into: join(top, 'trial'),
      key: { identities: [identity] },
      live: {
        unchanged: async () => new Map([[entries, String(sum)]]),
        unwritten: async (names) => (isWritten ? [] : [...names]),
      },
      log: quietLog,
      running: () => {},
    })
  expect(await trial(sums.get(entries))).toEqual({ tables: sums.size, compared: 1, files: 1 })
  await expect(trial('0:0')).rejects.toThrow(`its table ${entries} is not what it was`)
  expect(await trial('0:0', true)).toMatchObject({ compared: 0 })
  expect(await readdir(top)).not.toContain('trial')
})
