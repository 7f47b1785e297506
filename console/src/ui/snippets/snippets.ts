// A call in five languages. None but TypeScript needs a library; that is the project's own client.
import { javascript, php, python, quoted } from './literals.ts'
import type { Snippet, SnippetCall } from './types.ts'

const KEY_HEADER = 'X-PLATFORM-API-Key'

// In the order of their tabs.
const LANGUAGES = {
  curl: { title: 'curl', write: curl },
  typescript: { title: 'TypeScript', write: typescript },
  javascript: { title: 'JavaScript', write: fetched },
  python: { title: 'Python', write: urllib },
  php: { title: 'PHP', write: streamed },
} as const

/** snippetsOf writes a call in every language. */
export function snippetsOf(call: SnippetCall): readonly Snippet[] {
  return Object.entries(LANGUAGES).map(([value, { title, write }]) => ({ value, title, code: write(call) }))
}

const addressOf = ({ server, path }: SnippetCall) => `${server}/api/v1${path}`

function headersOf({ key, headers, body }: SnippetCall): Record<string, string> {
  return {
    ...(key === undefined ? {} : { [KEY_HEADER]: key }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
  }
}

function curl(call: SnippetCall): string {
  const { method, body, streams } = call
  // Between single quotes a shell reads everything as it stands, but for the quote itself.
  const shell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const start = ['curl', ...(streams ? ['-N'] : []), ...(method === 'GET' ? [] : ['-X', method])]
  return [
    `${start.join(' ')} ${shell(addressOf(call))}`,
    ...Object.entries(headersOf(call)).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${shell(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ')
}

function typescript({ server, project, key, typescript }: SnippetCall): string {
  return `import { createClient } from '@msingi/client'

const msingi = createClient(${quoted(server)}, {
  project: ${quoted(project)},
  key: ${quoted(key ?? '')},
})
${typescript}`
}

function fetched(call: SnippetCall): string {
  const { method, body, streams } = call
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${quoted(method)},`]),
    `  headers: ${javascript(headersOf(call), 2)},`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${javascript(body, 2)}),`]),
  ]
  const begin = `const response = await fetch(${quoted(addressOf(call))}, {\n${options.join('\n')}\n})`
  if (streams)
    return `${begin}
const text = response.body.pipeThrough(new TextDecoderStream())
for await (const part of text) console.log(part)`
  if (method === 'DELETE') return `${begin}\nconsole.log(response.status)`
  return `${begin}\nconst { data, message } = await response.json()\nconsole.log(response.status, data ?? message)`
}

function urllib(call: SnippetCall): string {
  const { method, body, streams } = call
  const options = [
    `    ${JSON.stringify(addressOf(call))},`,
    ...(method === 'GET' ? [] : [`    method=${JSON.stringify(method)},`]),
    `    headers=${python(headersOf(call), 4)},`,
    ...(body === undefined ? [] : [`    data=json.dumps(${python(body, 4)}).encode(),`]),
  ]
  const end = streams
    ? `    for line in response:
        print(line.decode(), end="")`
    : method === 'DELETE'
      ? '    print(response.status)'
      : '    print(json.load(response)["data"])'
  return `import json
import urllib.request

request = urllib.request.Request(
${options.join('\n')}
)
with urllib.request.urlopen(request) as response:
${end}`
}

function streamed(call: SnippetCall): string {
  const { method, body, streams } = call
  const lines = Object.entries(headersOf(call)).map(([name, value]) => quoted(`${name}: ${value}`))
  const options = [
    ...(method === 'GET' ? [] : [`    'method' => ${quoted(method)},`]),
    `    'header' => [${lines.join(', ')}],`,
    ...(body === undefined ? [] : [`    'content' => json_encode(${php(body, 4)}),`]),
  ]
  const begin = `<?php
$context = stream_context_create(['http' => [
${options.join('\n')}
]])`
  const address = quoted(addressOf(call))
  if (streams)
    return `${begin};
$stream = fopen(${address}, 'r', false, $context);
while (($line = fgets($stream)) !== false) echo $line;`
  const answer = `${begin};\n$answer = file_get_contents(${address}, false, $context);`
  return method === 'DELETE'
    ? `${answer}\necho $http_response_header[0];`
    : `${answer}\nprint_r(json_decode($answer)->data);`
}
