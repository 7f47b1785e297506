// How to read the first rows of a table, in five languages, with the address of this server.

/** Snippet is one language. */
export interface Snippet {
  readonly value: string
  readonly title: string
  /** code returns the program for a server's address, such as https://api.example.com, and a project's id. */
  readonly code: (server: string, project: string) => string
}

/** SNIPPETS are the languages, in the order of their tabs. */
export const SNIPPETS: readonly Snippet[] = [
  {
    value: 'curl',
    title: 'curl',
    code: (server) =>
      `curl "${server}/api/v1/data/YOUR_TABLE?limit=10" \\\n  -H "X-PLATFORM-API-Key: YOUR_KEY"`,
  },
  {
    value: 'typescript',
    title: 'TypeScript',
    code: (server, project) => `import { createClient } from '@msingi/client'

const msingi = createClient('${server}', { project: '${project}', key: 'YOUR_KEY' })
const rows = await msingi.from('YOUR_TABLE').limit(10)`,
  },
  {
    value: 'javascript',
    title: 'JavaScript',
    code: (server) => `const answer = await fetch('${server}/api/v1/data/YOUR_TABLE?limit=10', {
  headers: { 'X-PLATFORM-API-Key': 'YOUR_KEY' },
})
const { data } = await answer.json()`,
  },
  {
    value: 'python',
    title: 'Python',
    code: (server) => `import json, urllib.request

request = urllib.request.Request(
    "${server}/api/v1/data/YOUR_TABLE?limit=10",
    headers={"X-PLATFORM-API-Key": "YOUR_KEY"},
)
rows = json.load(urllib.request.urlopen(request))["data"]`,
  },
  {
    value: 'php',
    title: 'PHP',
    code: (server) => `<?php
$options = ['http' => ['header' => 'X-PLATFORM-API-Key: YOUR_KEY']];
$url = '${server}/api/v1/data/YOUR_TABLE?limit=10';
$rows = json_decode(file_get_contents($url, false, stream_context_create($options)))->data;`,
  },
]
