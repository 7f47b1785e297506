// What a function has answered, as the JSON of `body`. Its own JSON goes out as it came, and is read only to know that it is
// JSON which clients can read: in turns of a few milliseconds where it is large, and never written anew.
import { AppError } from '#platform/errors/app-error.ts'
import type { Gates } from '#platform/fairness/gates.ts'
import type { Tenant } from '#platform/fairness/tenants.ts'
import { LIMITS } from '#platform/http/bodies/body-limits.ts'
import { LARGE_BODY, parseJsonBody, parseLargeJsonBody } from '#platform/http/bodies/json-body.ts'

/** AnswerBody is the body of an answer; `json` is the JSON text that stands for it. */
export interface AnswerBody {
  readonly json: string
  readonly body_base64: boolean
}

/** NO_BODY is that of an answer without one. */
export const NO_BODY: AnswerBody = { json: 'null', body_base64: false }

/** writeBody returns a body: JSON as it came, text, or base64. JSON beyond the bounds of request bodies is text. */
export async function writeBody(
  { bodies }: Pick<Gates, 'bodies'>,
  tenant: Tenant,
  contentType: string,
  bytes: Buffer,
): Promise<AnswerBody> {
  const type = contentType.toLowerCase()
  if (/^application\/(?:[\w.+-]*\+)?json\b/.test(type)) {
    const check = async () => isJson(bytes)
    if (await (bytes.length > LARGE_BODY ? bodies.run(tenant, check) : check()))
      return { json: bytes.toString(), body_base64: false }
  }
  const isText = bytes.length === 0 || /^text\/|json|xml|javascript|urlencoded/.test(type)
  return { json: JSON.stringify(bytes.toString(isText ? 'utf8' : 'base64')), body_base64: !isText }
}

async function isJson(bytes: Buffer): Promise<boolean> {
  try {
    if (bytes.length > LARGE_BODY) await parseLargeJsonBody(bytes, LIMITS.server)
    else parseJsonBody(bytes, LIMITS.server)
    return true
  } catch (error) {
    // It is not what it says it is, or more than a client could send: text, then.
    if (error instanceof AppError) return false
    throw error
  }
}
