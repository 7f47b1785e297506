// How codes leave the server: as jobs, so that a gateway that fails is tried again, and so that the time of an answer
// tells nobody whether there was anything to send.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { createSeal } from '#platform/crypto/sealed.ts'
import type { Platform } from '#platform/platform.ts'
import type { RenderedMessage } from './message-templates.ts'

const JOB = 'auth-code'
const RETRIES = 3

/** CodeMessage is what is to be sent. */
export type CodeMessage = RenderedMessage & { readonly to: string }

interface CodeJob {
  readonly project_id: string
  /** sealed is a CodeMessage, or null where nothing is to be sent. */
  readonly sealed: string
}

/**
 * sendCode queues a message; one that nobody is to get is queued as well, and thrown away later. The queue keeps its
 * jobs for longer than codes live, hence the seal.
 */
export async function sendCode(
  platform: Platform,
  project: ProjectRecord,
  message: CodeMessage,
  wanted: boolean,
): Promise<void> {
  const text = JSON.stringify(wanted ? message : null)
  const sealed = createSeal(platform.keys, JOB).seal(text, project.id)
  const job: CodeJob = { project_id: project.id, sealed }
  await platform.controlPlane.transaction().execute((db) => platform.jobs.send(JOB, job, db))
}

/** defineAuthJobs registers the job that sends codes. */
export function defineAuthJobs(platform: Platform): void {
  platform.jobs.define<CodeJob>({
    name: JOB,
    retries: RETRIES,
    run: async ({ project_id, sealed }) => {
      const { mail, sms } = platform.messages
      const text = createSeal(platform.keys, JOB).open(sealed, project_id)
      const message = JSON.parse(text) as CodeMessage | null
      if (message === null) return
      if (message.channel === 'mail') await mail?.send({ project_id, ...message })
      else await sms?.send({ project_id, ...message })
    },
  })
}
