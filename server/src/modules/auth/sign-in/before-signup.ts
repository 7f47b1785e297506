// The hook before a user is created, in whatever way: it may refuse, and replace the metadata.
import { z } from 'zod'
import { metadata } from '#modules/auth/context/auth.schema.ts'
import type { Auth } from '#modules/auth/context/auth.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'

const answer = z.strictObject({ metadata: metadata.optional() })

/** Applicant is who wants to become a user. */
export interface Applicant {
  readonly email: string | null
  readonly phone: string | null
  readonly full_name: string | null
  readonly metadata?: Record<string, unknown> | undefined
}

/** askBeforeSignup returns metadata that replace those of the user, if any. It throws what the hook refuses with, or 503 where that fails. */
export async function askBeforeSignup(
  { hooks }: Auth,
  project: ProjectRecord,
  { email, phone, full_name, metadata }: Applicant,
  method: string,
  deadline: number,
): Promise<Record<string, unknown> | undefined> {
  const data = { user: { email, phone, full_name, metadata: metadata ?? {} }, method }
  const answered = await hooks.ask(project, { hook: 'before_signup', data, answer, deadline })
  return answered?.metadata
}
