// `npm run example:page`: creates a project on a running server, and serves the page with it.
import { randomBytes } from 'node:crypto'
import { servePage } from './serve.ts'
import { createList } from './setup.ts'

const PORT = 5173

async function main(): Promise<void> {
  const base = (process.env.MSINGI_URL ?? 'http://127.0.0.1:8080').replace(/\/+$/, '')
  const { MSINGI_EMAIL: email, MSINGI_PASSWORD: password } = process.env
  const isNew = !(email && password)
  const account = isNew ? inventAccount() : { email, password }
  const page = await createList(base, account, isNew)
  const { address } = await servePage(base, page, PORT)
  console.log(`The page is at ${address}. Open it in two browsers.`)
  console.log(
    `Its project ${page.project} is of ${account.email}${isNew ? `, password ${account.password}` : ''}.`,
  )
}

function inventAccount() {
  const name = randomBytes(4).toString('hex')
  return { email: `shared-list-${name}@example.com`, password: randomBytes(12).toString('base64url') }
}

main().catch((error: unknown) => {
  const { message, cause } = error as Error
  const reason =
    cause instanceof Error ? ` (${cause.message}): is the server running? Start it with npm start.` : ''
  console.error(`${message}${reason}`)
  process.exitCode = 1
})
