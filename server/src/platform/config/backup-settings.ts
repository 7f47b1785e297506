// The settings of backups that the server makes by itself.
import { z } from 'zod'
import { checkSchedule } from '#platform/clock/schedules.ts'
import { type SettingGroup, setting } from './setting.ts'

/** KeepRule says of how many days, weeks and months the latest backup is kept. */
export interface KeepRule {
  readonly days: number
  readonly weeks: number
  readonly months: number
}

/** BUCKET_ADDRESS is the address of backups in a bucket: its name, and the prefix below which they are. */
export const BUCKET_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[\w.-]+\/)*[\w.-]+))?\/?$/

/** BackupConfig is where, when and for how long backups are made. */
export interface BackupConfig {
  /** to is the folder that holds them, or `s3://bucket/prefix`. */
  readonly to: string
  readonly schedule: { readonly pattern: string; readonly timezone: string }
  readonly keep: KeepRule
  /** trialDays is after how many days one is restored for a trial; 0 for never. */
  readonly trialDays: number
}

const SCHEDULE = /^(\S+(?: +\S+){4})(?: +(\S+))?$/
const KEEP = /^(?=.)(?:(\d{1,4})d)? ?(?:(\d{1,4})w)? ?(?:(\d{1,4})m)?$/

const schedule = z
  .string()
  .default('0 2 * * * UTC')
  .transform((text) => {
    const [, pattern = '', timezone = 'UTC'] = SCHEDULE.exec(text.trim()) ?? []
    return { pattern, timezone }
  })
  .refine(
    ({ pattern, timezone }) => isSchedule(pattern, timezone),
    'must be five fields and a time zone, such as 0 2 * * * Africa/Nairobi',
  )

const keep = z
  .string()
  .default('7d 4w 12m')
  .refine(
    (text) => KEEP.test(text.trim()),
    'must be numbers of days, weeks and months in this order, such as 7d 4w 12m',
  )
  .transform((text) => {
    const [, days = 0, weeks = 0, months = 0] = KEEP.exec(text.trim()) ?? []
    return { days: Number(days), weeks: Number(weeks), months: Number(months) }
  })

/** backupSettings are the settings of backups that the server makes by itself. */
export const backupSettings: SettingGroup<BackupConfig> = {
  fields: {
    to: setting(
      'MSINGI_BACKUP_TO',
      z
        .string()
        .refine(
          (text) => BUCKET_ADDRESS.test(text) || !/^[a-z0-9]+:\/\//i.test(text),
          'must be a folder, or s3://bucket/prefix',
        )
        .optional(),
      'Folder, or [`s3://bucket/prefix`](backup.md#in-a-bucket), in which the server makes ' +
        '[backups by itself](backup.md#by-the-clock). Without it, it makes none.',
    ),
    schedule: setting(
      'MSINGI_BACKUP_SCHEDULE',
      schedule,
      'When it makes them: minute, hour, day, month, weekday and time zone.',
    ),
    keep: setting(
      'MSINGI_BACKUP_KEEP',
      keep,
      'Of how many days, weeks and months the latest backup is kept. The latest of all always is.',
    ),
    trialDays: setting(
      'MSINGI_BACKUP_TRIAL_DAYS',
      z.coerce.number().int().min(0).max(365).default(7),
      'After how many days a backup is [restored for a trial](backup.md#the-trial); 0 for never.',
    ),
  },
  key: 'to',
  requirements: () => [],
}

function isSchedule(pattern: string, timezone: string): boolean {
  try {
    checkSchedule(pattern, timezone, new Date())
    return true
  } catch {
    return false
  }
}
