// Figures of background jobs at /metrics, by the kind of job.
import { Gauge, type Registry } from 'prom-client'
import type { JobFigures } from './job-figures.ts'
import type { Jobs } from './jobs.ts'

/** registerJobFigures adds them to the registry. */
export function registerJobFigures(registry: Registry, jobs: Jobs): void {
  // One look at the database is for all of them.
  let found: Promise<readonly JobFigures[]> | undefined
  const add = (name: string, help: string, figure: (figures: JobFigures) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['job'],
      registers: [registry],
      async collect() {
        found ??= jobs.figures().finally(() => {
          found = undefined
        })
        for (const figures of await found) this.set({ job: figures.name }, figure(figures))
      },
    })
  add('msingi_jobs_waiting', 'Background jobs that are due.', ({ waiting }) => waiting)
  add('msingi_jobs_lag_seconds', 'For how long the oldest of them has been due.', ({ age }) => age)
  add(
    'msingi_jobs_dead',
    'Background jobs that have failed for good, of the last seven days.',
    ({ dead }) => dead,
  )
  new Gauge({
    name: 'msingi_jobs_runs',
    help: 'Background jobs that this node has run since its start, by their outcome.',
    labelNames: ['job', 'outcome'],
    registers: [registry],
    collect() {
      for (const [job, runs] of jobs.runs)
        for (const [outcome, count] of Object.entries(runs)) this.set({ job, outcome }, count)
    },
  })
}
