// Examples of the documentation that are not run with those around them: what they are given, or why they are not run.

/** Alone is an example that is run by itself. */
export interface Alone {
  readonly page: string
  /** begins is how its first line begins. */
  readonly begins: string
  /** given is what stands before it: what a reader has, and what its first line says that it needs. */
  readonly given: string
}

const TS = `
import { createClient } from '@msingi/client'
const project = '3f0c…'
const msingi = createClient('http://127.0.0.1:8080', { project, key: 'msk_…' })
const [{ id }] = await msingi.from('books').limit(1)
const { signal } = new AbortController()
const [file, showReceipt] = [new Blob(['film'], { type: 'video/mp4' }), String]
let [email, password, code] = [Date.now() + '@example.com', 'correct horse 1', '123456']
`
const PHP = `
require 'msingi/autoload.php';
[$url, $project, $publishableKey] = ['http://127.0.0.1:8080', '3f0c…', 'msk_…'];
$msingi = new Msingi\\Client($url, $project, $publishableKey);
$row = $msingi->from('books')->first();
$id = $row['id'];
[$email, $password] = [hrtime(true) . '@example.com', 'correct horse 1'];
`
const PYTHON = `
import os, sys, threading
from msingi import Msingi
os.chdir("/srv/")
sys.path.append("/srv/")
client = Msingi("http://127.0.0.1:8080", project="3f0c…", key="msk_…")
id = client.table("books").first()["id"]
`
const RECEIVER = `
process.env.WEBHOOK_SECRET = 'whsec_' + btoa('a secret of the webhook')
const [express, isNew, handle] = [{ raw() {} }, () => true, console.log]
const app = {
  post(_path, _raw, receive) {
    const [id, now, body] = ['msg_1', new Date(), '{"id":"msg_1"}']
    const signature = new Webhook(process.env.WEBHOOK_SECRET).sign(id, now, body)
    const time = String(Math.floor(now / 1000))
    const headers = { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature }
    receive({ body, headers }, { sendStatus() {} })
  },
}
`

/** ALONE are those. */
export const ALONE: readonly Alone[] = [
  { page: 'clients/typescript/README.md', begins: '// Needs functions', given: TS },
  {
    page: 'clients/typescript/README.md',
    begins: '// Needs a file,',
    given: `${TS}await msingi.storage.createBucket('films')\n`,
  },
  { page: 'clients/typescript/README.md', begins: '// Needs payments', given: TS },
  { page: 'clients/typescript/README.md', begins: '// Needs an address', given: TS },
  { page: 'docs/payments.md', begins: '// Needs payments', given: TS },
  { page: 'docs/webhooks.md', begins: 'import { Webhook } from', given: RECEIVER },
  {
    page: 'docs/storage-s3.md',
    begins: 'new S3Client(',
    given: `
import { S3Client } from '@aws-sdk/client-s3'
const [endpoint, accessKeyId, secretAccessKey] = ['http://127.0.0.1:8080/s3', 'id', 'secret']
`,
  },
  { page: 'docs/types.md', begins: 'from database import', given: PYTHON },
  { page: 'docs/types.md', begins: "require 'database.php'", given: PHP },
  { page: 'docs/clients-php.md', begins: '// Needs a page, an address', given: PHP },
  { page: 'docs/clients-php.md', begins: '// Needs a file:', given: PHP },
  { page: 'docs/clients-php.md', begins: '// Needs a function', given: PHP },
  { page: 'docs/clients-python.md', begins: '# Needs a password', given: PYTHON },
  {
    page: 'docs/clients-python.md',
    begins: '# Needs the token',
    given: `${PYTHON}client.auth.sign_in_anonymously()\naccess_token = client.auth.session.tokens.access_token\n`,
  },
  { page: 'docs/clients-python.md', begins: '# Needs a file,', given: PYTHON },
  { page: 'docs/clients-python.md', begins: '# Needs a channel', given: PYTHON },
]

/** Left is an example that is not run, though nothing in it says so. */
export interface Left {
  readonly page: string
  readonly begins: string
  readonly why: string
}

/** LEFT are those. */
export const LEFT: readonly Left[] = [
  { page: 'docs/accounts.md', begins: 'const options = await post(', why: 'a browser asks for a passkey' },
  { page: 'docs/auth-hooks.md', begins: '// access_token: which shop', why: 'it is code of a function' },
  { page: 'docs/change-consumers.md', begins: 'const audit =', why: 'it is code of the server' },
  { page: 'docs/console.md', begins: 'const en =', why: 'it is code of the console' },
  { page: 'docs/console.md', begins: 'const { draft,', why: 'it is code of the console' },
  { page: 'docs/functions.md', begins: 'import type { FunctionHandler }', why: 'it is code of a function' },
  { page: 'docs/live-changes.md', begins: 'function follow(', why: 'a browser has an EventSource' },
  {
    page: 'docs/live-changes.md',
    begins: 'const client = new Centrifuge(',
    why: 'official.test.ts runs the library',
  },
  { page: 'docs/notifications.md', begins: 'const stream =', why: 'a browser has an EventSource' },
  {
    page: 'docs/openapi.md',
    begins: 'import createClient',
    why: 'openapi/tools.test.ts generates the client',
  },
  { page: 'docs/openapi.md', begins: 'from duka', why: 'openapi/tools.test.ts generates the client' },
  {
    page: 'docs/resumable-uploads.md',
    begins: 'import { Upload }',
    why: 'the tests of uploads run the library',
  },
]
