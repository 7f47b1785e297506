// Cron jobs of a project: made, changed, run by hand.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { z } from 'zod'
import { checkFunction } from '#modules/automation/functions/invoke/background-calls.service.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { checkSchedule, nextRun, nextRuns } from '#platform/clock/schedules.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { transaction } from '#platform/db/transaction.ts'
import { conflict, invalidInput, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import { checkAddress } from '#platform/http-client/check-address.ts'
import { inSlices } from '#platform/loop/slices.ts'
import type { Platform } from '#platform/platform.ts'
import type { Referrer } from '#platform/references/references.ts'
import type { cronCreate, cronUpdate } from './cron.schema.ts'
import * as store from './cron.store.ts'
import { addRun, findRun, listRuns, lockJob, type RunRow } from './runs.store.ts'

/** MAX_JOBS is how many jobs a project has at most. */
export const MAX_JOBS = 100

/** CRON_CHANGED is the topic of the invalidations that say which project's jobs were changed. */
export const CRON_CHANGED = topic('cron')

/** listJobs returns a project's jobs. */
export async function listJobs(platform: Platform, project: ProjectRecord) {
  const rows = await store.listJobs(poolOf(platform, project), project.id)
  const shown: ReturnType<typeof present>[] = []
  await inSlices(rows, (row) => shown.push(present(platform, row)))
  return shown
}

/** getJob returns one job, or throws 404. */
export async function getJob(platform: Platform, project: ProjectRecord, id: string) {
  return present(platform, await getRow(platform, project, id))
}

/** createJob stores a job. */
export async function createJob(platform: Platform, act: Act, input: z.output<typeof cronCreate>) {
  const { project } = act
  const { target_url = null, function_slug = null, payload = null } = input
  const job = { ...input, id: randomUUID(), target_url, function_slug, payload }
  return transaction(poolOf(platform, project), async (db) => {
    if ((await store.countJobs(db, project.id)) >= MAX_JOBS)
      throw conflict('limit_reached', `A project has at most ${MAX_JOBS} cron jobs.`)
    return save(platform, db, act, 'cron.create', job)
  })
}

/** updateJob changes a job. */
export async function updateJob(
  platform: Platform,
  act: Act,
  id: string,
  input: z.output<typeof cronUpdate>,
) {
  const { project } = act
  return transaction(poolOf(platform, project), async (db) => {
    await lockJob(db, id)
    const known = await store.findJob(db, project.id, id)
    if (known === undefined) throw notFound('The cron job')
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    return save(platform, db, act, 'cron.update', { ...known, ...given })
  })
}

/** removeJob deletes a job with its history. */
export async function removeJob(platform: Platform, act: Act, id: string): Promise<void> {
  const { project } = act
  await transaction(poolOf(platform, project), async (db) => {
    if (!(await store.deleteJob(db, project.id, id))) throw notFound('The cron job')
    await recordAudit(db, act, { action: 'cron.delete', target: id, details: {} })
  })
}

/** runJob has a job run now, whatever its schedule says, and returns the run. */
export async function runJob(platform: Platform, act: Act, id: string): Promise<RunRow> {
  const { project, at } = act
  return transaction(poolOf(platform, project), async (db) => {
    await lockJob(db, id)
    const job = await store.findJob(db, project.id, id)
    if (job === undefined) throw notFound('The cron job')
    const run = { job_id: id, project_id: project.id, trigger: 'manual', scheduled_at: at } as const
    const runId = await addRun(db, { ...run, overlap: job.overlap }, at)
    await recordAudit(db, act, { action: 'cron.run', target: id, details: { name: job.name } })
    return (await findRun(db, runId)) as RunRow
  })
}

/** listJobRuns returns the latest runs of a job. */
export async function listJobRuns(platform: Platform, project: ProjectRecord, id: string, limit: number) {
  await getRow(platform, project, id)
  return listRuns(poolOf(platform, project), id, limit)
}

/** jobsOfFunctions is what of cron calls functions: with force, such jobs are disabled and keep their history. */
export const jobsOfFunctions: Referrer = {
  async list(db, { project }, { name: slug }) {
    const rows = await store.listCalling(db, project.id, slug)
    return rows.map(({ id, name }) => ({ kind: 'cron job', id, name }))
  },
  async release(db, act, { name: slug }) {
    const { project, at } = act
    for (const { id, name } of await store.listCalling(db, project.id, slug)) {
      await store.disableJob(db, project.id, id, at)
      await recordAudit(db, act, { action: 'cron.update', target: id, details: { name, enabled: false } })
    }
  },
}

async function getRow(platform: Platform, project: ProjectRecord, id: string): Promise<store.CronRow> {
  const found = await store.findJob(poolOf(platform, project), project.id, id)
  if (found === undefined) throw notFound('The cron job')
  return found
}

async function save(platform: Platform, db: pg.PoolClient, act: Act, action: string, job: store.CronFields) {
  const { project, at } = act
  checkSchedule(job.schedule, job.timezone, at)
  await checkTarget(platform, db, project.id, job)
  const nextAt = job.enabled ? (nextRun(job.schedule, job.timezone, at) ?? null) : null
  const row = await store.saveJob(db, project.id, job, { nextAt, now: at })
  const { name, schedule, timezone } = row
  await recordAudit(db, act, { action, target: row.id, details: { name, schedule, timezone } })
  platform.invalidations.wake(CRON_CHANGED, project.id, db)
  return present(platform, row)
}

async function checkTarget(
  platform: Platform,
  db: pg.PoolClient,
  projectId: string,
  { target_type, target_url, function_slug }: store.CronFields,
): Promise<void> {
  if (target_type === 'function') {
    if (target_url !== null) throw invalidInput('target_url: only a target of type http has one.')
    if (function_slug === null) throw invalidInput('function_slug is required.')
    return checkFunction(db, projectId, function_slug, 'function_slug')
  }
  if (function_slug !== null) throw invalidInput('function_slug: only a target of type function has one.')
  if (target_url === null) throw invalidInput('target_url is required.')
  checkAddress(platform.http, 'target_url', target_url)
}

function present({ clock }: Platform, row: store.CronRow) {
  const next_runs = row.enabled ? nextRuns(row.schedule, row.timezone, clock.now()) : []
  return { ...row, next_runs }
}

function poolOf({ clusters }: Platform, project: ProjectRecord) {
  return clusters.main.adminOf(project)
}
