// A request as curl makes it.
import type { HttpRequest } from './request.ts'

/** inShell writes a text for a shell, which reads everything between single quotes as it stands, but for the quote itself. */
export function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** curlOf writes a request; `credential` are the headers that say who makes it. */
export function curlOf(
  server: string,
  { method, path, headers, body, text, answer }: HttpRequest,
  credential: Readonly<Record<string, string>>,
): string {
  const sent = body === undefined ? text : JSON.stringify(body, null, 2)
  // Of brackets and braces in an address curl would make several.
  const globs = /[[\]{}]/.test(path) ? ['-g'] : []
  const start = [
    'curl',
    ...globs,
    ...(answer === 'events' ? ['-N'] : []),
    ...(method === 'GET' ? [] : ['-X', method]),
  ]
  return [
    `${start.join(' ')} ${inShell(server + path)}`,
    ...Object.entries({ ...credential, ...typeOf(body), ...headers }).map(
      // With a colon and nothing behind it curl would leave the header out.
      ([name, value]) => `-H ${inShell(value === '' ? `${name};` : `${name}: ${value}`)}`,
    ),
    // Of `-d` curl would take a first @ for the name of a file.
    ...(sent === undefined ? [] : [`--data-raw ${inShell(sent)}`]),
  ].join(' \\\n  ')
}

/** typeOf returns the header that says what a body of JSON is. */
export function typeOf(body: unknown): Readonly<Record<string, string>> {
  return body === undefined ? {} : { 'Content-Type': 'application/json' }
}
