// A request as JavaScript makes it without a client.
import { typeOf } from './curl.ts'
import { javascript } from './literals.ts'
import type { HttpRequest } from './request.ts'

type End = (response: string, result: string) => string

const ENDS: Readonly<Record<HttpRequest['answer'], End>> = {
  data: (response, result) => `const ${result} = await ${response}.json()
console.log(${response}.status, ${result}.data ?? ${result}.message)`,
  json: (response, result) => `const ${result} = await ${response}.json()
console.log(${response}.status, ${result})`,
  text: (response, result) => `const ${result} = await ${response}.text()
console.log(${response}.status, ${result})`,
  events: (response, result) => `const ${result} = ${response}.body.pipeThrough(new TextDecoderStream())
for await (const part of ${result}) console.log(part)`,
  nothing: (response) => `console.log(${response}.status)`,
}

/**
 * fetchOf writes a request; `credential` are the headers that say who makes it. `result` names what comes back, so that
 * several requests can stand in one file.
 */
export function fetchOf(
  server: string,
  { method, path, headers, body, text, answer }: HttpRequest,
  credential: Readonly<Record<string, string>>,
  result: string,
): string {
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${javascript(method)},`]),
    `  headers: ${javascript({ ...credential, ...typeOf(body), ...headers }, 2)},`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${javascript(body, 2)}),`]),
    ...(text === undefined ? [] : [`  body: ${javascript(text)},`]),
  ]
  const response = `${result}Response`
  const call = `await fetch(${javascript(server + path)}, {\n${options.join('\n')}\n})`
  return `const ${response} = ${call}\n${ENDS[answer](response, result)}`
}
