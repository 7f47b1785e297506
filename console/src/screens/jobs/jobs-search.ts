// The view of failed jobs, as the address has it.

/** JobsSearch is what the address says: the kind of jobs that are listed, and the one that is open. */
export interface JobsSearch {
  readonly name?: string | undefined
  readonly job?: string | undefined
}

const text = (value: unknown) => (value === undefined || value === '' ? undefined : String(value))

/** jobsSearchOf reads the address, and leaves out what it does not know. */
export function jobsSearchOf({ name, job }: Record<string, unknown>): JobsSearch {
  return { name: text(name), job: text(job) }
}
