// A request as JavaScript makes it without a client.
import { typeOf } from './curl.ts'
import { javascript, quoted } from './literals.ts'
import type { HttpRequest } from './request.ts'

const ENDS: Readonly<Record<HttpRequest['answer'], string>> = {
  data: `const { data, message } = await response.json()
console.log(response.status, data ?? message)`,
  json: `const answer = await response.json()
console.log(response.status, answer)`,
  text: `const answer = await response.text()
console.log(response.status, answer)`,
  events: `const text = response.body.pipeThrough(new TextDecoderStream())
for await (const part of text) console.log(part)`,
  nothing: 'console.log(response.status)',
}

/** fetchOf writes a request; `credential` are the headers that say who makes it. */
export function fetchOf(
  server: string,
  { method, path, headers, body, text, answer }: HttpRequest,
  credential: Readonly<Record<string, string>>,
): string {
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${quoted(method)},`]),
    `  headers: ${javascript({ ...credential, ...typeOf(body), ...headers }, 2)},`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${javascript(body, 2)}),`]),
    ...(text === undefined ? [] : [`  body: ${javascript(text)},`]),
  ]
  return `const response = await fetch(${quoted(server + path)}, {\n${options.join('\n')}\n})\n${ENDS[answer]}`
}
