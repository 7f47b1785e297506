// Which backups are kept, and the end of the others.
import type { KeepRule } from '#platform/config/backup-settings.ts'
import { type Header, isOfSame } from './backup-files.ts'
import { listBackups } from './backup-list.ts'
import type { BackupPlace } from './place.ts'

const DAY_MS = 24 * 3600 * 1000
// The first day of 1970 was a Thursday.
const MONDAY = 3

/** chooseKept returns the times of backups to keep: the latest of each of the latest days, weeks and months (UTC) that have any, and the latest of all. */
export function chooseKept(times: readonly Date[], { days, weeks, months }: KeepRule): Date[] {
  const latestFirst = times.toSorted((a, b) => b.getTime() - a.getTime())
  const day = (time: Date) => Math.floor(time.getTime() / DAY_MS)
  const kept = new Set(latestFirst.slice(0, 1))
  for (const [most, periodOf] of [
    [days, day],
    [weeks, (time: Date) => Math.floor((day(time) + MONDAY) / 7)],
    [months, (time: Date) => time.getUTCFullYear() * 12 + time.getUTCMonth()],
  ] as const) {
    const latest = new Map<number, Date>()
    for (const time of latestFirst) if (!latest.has(periodOf(time))) latest.set(periodOf(time), time)
    for (const time of [...latest.values()].slice(0, most)) kept.add(time)
  }
  return latestFirst.filter((time) => kept.has(time))
}

/** removeSurplus removes backups of the installation of `latest` that are not kept. Others in the place stay, and so do damaged ones. */
export async function removeSurplus(place: BackupPlace, latest: Header, rule: KeepRule): Promise<void> {
  const own = (await listBackups(place)).flatMap(({ backup }) =>
    backup !== undefined && isOfSame(backup.header, latest)
      ? [{ backup, time: new Date(backup.header.created_at) }]
      : [],
  )
  const kept = new Set(
    chooseKept(
      own.map(({ time }) => time),
      rule,
    ),
  )
  for (const { backup, time } of own) if (!kept.has(time)) await backup.files.remove()
}
