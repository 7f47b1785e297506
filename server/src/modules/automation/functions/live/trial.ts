// A version is tried before it runs: loaded aside, in a process of its own. What cannot run never takes the place of what does.
import { randomUUID } from 'node:crypto'
import { CodePlaces } from '#modules/automation/functions/bundle/code-places.ts'
import { refusedCode } from '#modules/automation/functions/bundle/code-problems.ts'
import { entryOf } from '#modules/automation/functions/bundle/source-files.ts'
import type { Trial } from '#modules/automation/functions/versions/deployment.ts'
import { AppError, type ErrorCode, invalidInput } from '#platform/errors/app-error.ts'
import type { Runtimes } from '#platform/workerd/runtimes.ts'
import { TRIAL_READY } from './entry.ts'
import type { LiveFunctions } from './live-functions.ts'

// Far more than any code takes that is not hung, which is found out by its processor time.
const TRIAL_MS = 20_000
const MAX_MESSAGE = 1000
const ENDED: ReadonlySet<ErrorCode> = new Set(['function_ended', 'function_out_of_memory'])

/** createTrial returns what tries functions. Where the machine can run none, all pass. */
export function createTrial(runtimes: Runtimes, functions: LiveFunctions): Trial {
  return async (project, row, { code, places }) => {
    if (!runtimes.available) return
    const { slug } = row
    const request = { method: 'GET', path: '/', headers: {}, timeMs: TRIAL_MS }
    const invocation = { id: randomUUID(), name: slug, worker: 'trial', ...request }
    const trial = await functions.trialOf(row, code)
    const { failed, text } = await runtimes.rehearse(project, trial, invocation).catch((error: unknown) => {
      if (error instanceof AppError && ENDED.has(error.code)) throw tooMuch()
      throw error
    })
    if (failed) throw refusedCode([problemOf(text, new CodePlaces(places))])
    if (text !== TRIAL_READY)
      throw invalidInput(
        `${entryOf(row.runtime)} has no handler. It must \`export default { fetch(request, env, ctx) { … } }\`.`,
      )
  }
}

// workerd says "Failed to start Worker", then what was thrown, and where.
function problemOf(text: string, places: CodePlaces) {
  const thrown = text.replace(/^Failed to start Worker:\n(?:Uncaught )?/, '')
  const [message = ''] = thrown.split('\n', 1)
  const place = places.firstIn(thrown)?.place
  return { file: null, line: null, column: null, ...place, message: message.slice(0, MAX_MESSAGE) }
}

function tooMuch(): AppError {
  return invalidInput(
    'The code takes too much processor time or memory before it can answer. Move work from its top level into the handler.',
  )
}
