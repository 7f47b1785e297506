// Backups that the server makes by itself, by the clock.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Gauge, type Registry } from 'prom-client'
import { makeBackupInThread } from '#platform/backup/backup-thread.ts'
import { removeSurplus } from '#platform/backup/keep.ts'
import { openPlace } from '#platform/backup/open-place.ts'
import { removeTrial } from '#platform/backup/trial.ts'
import type { BackupConfig } from '#platform/config/backup-settings.ts'
import type { Module } from '#platform/module.ts'
import type { Platform } from '#platform/platform.ts'
import { backupRoutes } from './backups.routes.ts'
import { type BackupState, inTurn, readState } from './backups.store.ts'
import { BackupScheduler, type SchedulerOptions } from './scheduler.ts'

/** backupsModule returns what the module contributes; `version` is that of Msingi. */
export function backupsModule(platform: Platform, version: string): Module {
  const { backups } = platform.config
  const routes: Module['routes'] = (api) => backupRoutes(api, platform)
  if (backups === undefined)
    return { name: 'backups', routes, start: async () => void removeLeftTrial(platform) }
  // Data of another PostgreSQL is not started here.
  const trialDays = platform.config.databaseUrl === undefined ? backups.trialDays : 0
  const stopping = new AbortController()
  const backUp = backUpTo(platform, backups, version, stopping.signal)
  const scheduler = new BackupScheduler(platform, { schedule: backups.schedule, trialDays, backUp })
  return {
    name: 'backups',
    routes,
    metrics: (registry) => addMetrics(registry, platform, trialDays > 0),
    start: async () => void removeLeftTrial(platform).then(() => scheduler.wake()),
    close: async () => {
      stopping.abort()
      await scheduler.close()
    },
  }
}

const trialFolderOf = (dataDir: string) => join(resolve(dataDir), 'restore-trial')

/** removeLeftTrial removes what a trial that was broken off has left, which is all data and the master key. */
export async function removeLeftTrial(platform: Platform): Promise<void> {
  const folder = trialFolderOf(platform.config.dataDir)
  if (!existsSync(folder)) return
  // It may be of another node, which makes one now.
  await inTurn(platform, () => removeTrial(folder)).catch((err) =>
    platform.log.warn({ err, folder }, 'could not remove what a trial of a backup has left'),
  )
}

function backUpTo(
  { config, clusters, log }: Platform,
  { to, keep }: BackupConfig,
  version: string,
  stopping: AbortSignal,
): SchedulerOptions['backUp'] {
  const {
    dataDir,
    databaseUrl,
    s3,
    backupS3,
    masterKey,
    previousMasterKey,
    backupRecipients: recipients,
  } = config
  const place = openPlace(to, config, stopping)
  return async ({ now, tries, made }) => {
    const { header, trial, problem } = await makeBackupInThread(
      {
        options: {
          to,
          database: clusters.main.adminConfig(),
          config: { dataDir, databaseUrl, s3, backupS3, masterKey, previousMasterKey },
          lock: recipients.length > 0 ? { recipients } : undefined,
          version,
          now,
        },
        trialFolder: tries ? trialFolderOf(dataDir) : undefined,
      },
      stopping,
      made,
    )
    if (recipients.length === 0)
      log.warn(
        'the backup is not encrypted, and the master key is not in it: MSINGI_BACKUP_RECIPIENT is not set',
      )
    if (trial !== undefined) log.info(trial, 'the backup was restored for a trial, and is what it was')
    // One that cannot be restored takes the place of none.
    if (problem !== undefined) return { problem }
    await removeSurplus(place, header, keep).catch((err) => {
      if (!stopping.aborted) log.warn({ err }, 'could not remove old backups')
    })
    return {}
  }
}

/** addMetrics adds when a backup last succeeded, whether the last attempt failed, and where there are trials, when one last succeeded. */
export function addMetrics(registry: Registry, { clusters }: Platform, hasTrials: boolean): void {
  const add = (name: string, help: string, of: (state: BackupState) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const state = await readState(clusters.main.admin).catch(() => undefined)
        if (state !== undefined) this.set(of(state))
      },
    })
  add(
    'msingi_backup_succeeded_timestamp_seconds',
    'When the last backup by the clock began that succeeded; 0 before the first.',
    ({ succeeded_at }) => (succeeded_at?.getTime() ?? 0) / 1000,
  )
  add(
    'msingi_backup_failing',
    '1 where the last attempt at a backup by the clock failed.',
    ({ failed_at }) => (failed_at === null ? 0 : 1),
  )
  // An alarm for its age must not ring where there is none.
  if (hasTrials)
    add(
      'msingi_backup_restored_timestamp_seconds',
      'When the last backup began that was restored for a trial and was what it was; 0 before the first.',
      ({ restored_at }) => (restored_at?.getTime() ?? 0) / 1000,
    )
}
