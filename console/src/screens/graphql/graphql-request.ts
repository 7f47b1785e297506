// What is typed, as a request.
import { curlOf as commandOf } from '@msingi/snippets/curl'
import { requestOf } from '@msingi/snippets/request'
import { parseExact } from '#api/client/exact-json.ts'
import { ANY_KEY } from '#api/data/seen-as.ts'

/** objectOf reads variables; nothing is none, and undefined is no JSON object. */
export function objectOf(text: string): object | undefined {
  if (text.trim() === '') return {}
  try {
    const value = parseExact(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

// Which kind of key a caller has, its id does not say.
const keyOf = (caller: string | undefined) =>
  caller === undefined ? 'YOUR_SECRET_KEY' : caller === ANY_KEY ? 'YOUR_PUBLISHABLE_KEY' : 'YOUR_API_KEY'

/** curlOf writes a request for a shell, with a placeholder for the credential of its caller. */
export function curlOf(
  projectId: string,
  body: object,
  headers: Readonly<Record<string, string>>,
  caller: string | undefined,
): string {
  const request = requestOf(
    [['request', 'POST', `/projects/${projectId}/graphql`, { body, headers }]],
    projectId,
  )
  const credential: Record<string, string> =
    caller?.startsWith('user:') === true
      ? { Authorization: 'Bearer USER_ACCESS_TOKEN' }
      : { 'X-PLATFORM-API-Key': keyOf(caller) }
  return commandOf(location.origin, request, credential)
}
