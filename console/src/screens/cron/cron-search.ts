// The view of the cron screen, as the address has it.

/** CronSearch is what the address says: the search, the job that is open, and the form for a new one. */
export interface CronSearch {
  readonly search?: string | undefined
  readonly job?: string | undefined
  readonly create?: boolean | undefined
}

/** cronSearchOf reads the address, and leaves out what it does not know. */
export function cronSearchOf({ search, job, create }: Record<string, unknown>): CronSearch {
  return {
    search: search === undefined || search === '' ? undefined : String(search),
    job: typeof job === 'string' && job !== '' ? job : undefined,
    create: create === true || undefined,
  }
}
