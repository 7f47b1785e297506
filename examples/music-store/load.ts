// `npm run example`: creates a project with a music store on a running server, then shows some queries.
import { createAutomation, showAutomation } from './automation.ts'
import { buildDataset, type Dataset } from './data.ts'
import { showOrder } from './ordering.ts'
import { heading, indent, perSecond } from './print.ts'
import { showPolicies, showQueries } from './queries.ts'
import { checkCount, loadTable } from './rows.ts'
import {
  type Account,
  createProject,
  createTables,
  inventAccount,
  type Project,
  register,
  signIn,
} from './setup.ts'
import { POLICIES, RELATIONSHIPS, TABLES } from './tables.ts'

const base = (process.env.MSINGI_URL ?? 'http://127.0.0.1:8080').replace(/\/+$/, '')

function say(text: string): void {
  console.log(text)
}

interface Session extends Account {
  readonly token: string
}

async function openSession(): Promise<Session> {
  const { MSINGI_EMAIL: email, MSINGI_PASSWORD: password } = process.env
  if (email && password) {
    say(`Signing in as ${email}.`)
    return { email, password, token: await signIn(base, { email, password }) }
  }
  if (email || password) throw new Error('Set both MSINGI_EMAIL and MSINGI_PASSWORD, or neither.')
  const account = inventAccount()
  say(`Registering ${account.email}.`)
  return { ...account, token: await register(base, account) }
}

async function loadRows(project: Project, data: Dataset): Promise<void> {
  say(heading('Loading the rows'))
  let sent = 0
  let spent = 0
  for (const { name } of TABLES) {
    const begin = performance.now()
    const requests = await loadTable(base, project.secretKey, name, data)
    const took = performance.now() - begin
    await checkCount(base, project.secretKey, name, data)
    const count = data[name].length
    sent += count
    spent += took
    const size = `${count.toLocaleString('en').padStart(5)} rows in ${requests} ${requests === 1 ? 'request' : 'requests'}`
    say(indent(`${name.padEnd(12)}${size}, ${perSecond(count, took)}`))
  }
  say(
    indent(
      `${'in all'.padEnd(12)}${sent.toLocaleString('en')} rows in ${Math.round(spent)} ms, ${perSecond(sent, spent)}`,
    ),
  )
}

function sayFarewell(project: Project, { email, password }: Session): void {
  say(heading('Yours to go on with'))
  const entries = {
    Server: base,
    Project: project.id,
    'Secret key': project.secretKey,
    'Publishable key': project.publishableKey,
    Account: email,
    ...(process.env.MSINGI_PASSWORD === undefined && { Password: password }),
  }
  for (const [name, value] of Object.entries(entries)) say(indent(`${name.padEnd(17)}${value}`))
  say(
    `\nThe secret key belongs on a server; the publishable key may be shown to browsers.\nAll routes: ${base}/docs`,
  )
}

async function main(): Promise<void> {
  say(`Music store, an example for Msingi at ${base}`)
  const data = buildDataset()
  const session = await openSession()
  const project = await createProject(base, session.token)
  say(`Project ${project.id} made, with a secret and a publishable key.`)
  await createTables(base, session.token, project.id)
  say(`${TABLES.length} tables, ${RELATIONSHIPS.length} foreign keys and ${POLICIES.length} policies made.`)
  await loadRows(project, data)
  const show = { base, project, data, say }
  await showQueries(show)
  await showPolicies(show)
  // Only now: nobody wants confirmations of orders that were loaded.
  const automation = await createAutomation(base, session.token, project.id)
  const orderId = await showOrder(show)
  await showAutomation(show, session.token, automation, orderId)
  sayFarewell(project, session)
}

try {
  await main()
} catch (error) {
  console.error(`\nThe example stopped.\n${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
