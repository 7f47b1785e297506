// What the store does by itself: a function confirms orders, a webhook calls it for each new one, a cron job cancels those
// that nobody pays.
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Call, request, UnexpectedAnswer } from './http.ts'
import { heading, indent } from './print.ts'
import type { Show } from './queries.ts'

/** Automation is what was made. */
export interface Automation {
  readonly functionId: string
  /** calls are the webhook and the cron job; undefined where the server may not call itself. */
  readonly calls: { readonly webhookId: string; readonly jobId: string } | undefined
  /** secret is what the webhook signs with. */
  readonly secret: string
}

/** Confirmation is what the function answers. */
export interface Confirmation {
  readonly to: string
  readonly subject: string
  readonly text: string
}

const CRON = { schedule: '0 6 * * *', timezone: 'Africa/Nairobi' } as const
const ALLOWED = 'MSINGI_INTERNAL_NETWORKS'
const PATIENCE_MS = 10_000
const POLL_MS = 100

type Manage = <Data>(method: Call['method'], path: string, body?: unknown) => Promise<Data>

function managerOf(base: string, token: string, project: string): Manage {
  return async <Data>(method: Call['method'], path: string, body?: unknown) => {
    const call = { method, path: `/api/v1/projects/${project}${path}`, token, body }
    return (await request<Data>(base, call)).data
  }
}

/** createAutomation makes two functions, the webhook and the cron job. */
export async function createAutomation(base: string, token: string, project: string): Promise<Automation> {
  const manage = managerOf(base, token, project)
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  await manage('POST', '/secrets', { key: 'ORDERS_WEBHOOK_SECRET', value: secret })
  const confirmation = await deploy(manage, 'order-confirmation')
  const cancelling = await deploy(manage, 'cancel-unpaid-orders')
  const at = `${base}/fn/${project}`
  try {
    const webhook = await manage<{ id: string }>('POST', '/webhooks', {
      name: 'Confirm orders',
      url: `${at}/order-confirmation`,
      events: ['row.inserted:orders'],
      secret,
    })
    const job = await manage<{ id: string }>('POST', '/cron', {
      name: 'Cancel unpaid orders',
      ...CRON,
      target_type: 'http',
      target_url: `${at}/${cancelling.slug}`,
    })
    return { functionId: confirmation.id, calls: { webhookId: webhook.id, jobId: job.id }, secret }
  } catch (error) {
    // A server on a laptop has an address that no project may call, unless its operator allows it.
    if (!(error instanceof UnexpectedAnswer && error.message.includes(ALLOWED))) throw error
    return { functionId: confirmation.id, calls: undefined, secret }
  }
}

async function deploy(manage: Manage, name: string): Promise<{ id: string; slug: string }> {
  const code = await readFile(new URL(`./functions/${name}.ts`, import.meta.url), 'utf8')
  const { id } = await manage<{ id: string }>('POST', '/functions', { name, access: 'public', code })
  return manage('POST', `/functions/${id}/deploy`)
}

/** confirm invokes the function for an order, signed as the webhook signs, and returns the confirmation. */
export async function confirm(
  base: string,
  key: string,
  project: string,
  { functionId, secret }: Automation,
  orderId: string,
): Promise<Confirmation> {
  const body = JSON.stringify({ type: 'row.inserted', data: { record: { id: orderId } } })
  const id = randomUUID()
  const at = String(Math.floor(Date.now() / 1000))
  const signing = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', signing).update(`${id}.${at}.${body}`).digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` }
  const path = `/api/v1/projects/${project}/functions/${functionId}/invoke`
  const call: Call = { method: 'POST', path, key, body: { headers, body } }
  const { data } = await request<{ status: number; body: Confirmation }>(base, call)
  if (data.status !== 200) throw new UnexpectedAnswer(base, call, `The function answered ${data.status}.`)
  return data.body
}

/** Delivery is what became of one event of the webhook. */
export interface Delivery {
  readonly status: string
  readonly attempts: number
  readonly response_status: number | null
  readonly error: string | null
}

/** awaitDelivery waits until the newest event of the webhook was sent once. */
export async function awaitDelivery(
  base: string,
  token: string,
  project: string,
  { calls }: Automation,
): Promise<Delivery> {
  const manage = managerOf(base, token, project)
  for (const end = Date.now() + PATIENCE_MS; ; await pause(POLL_MS)) {
    const [latest] = await manage<Delivery[]>('GET', `/webhooks/${calls?.webhookId}/deliveries?limit=1`)
    if (latest !== undefined && latest.attempts > 0) return latest
    if (Date.now() > end) throw new Error('The webhook has not sent the new order.')
  }
}

/** showAutomation shows what has come of an order: its confirmation, the delivery of the webhook, the next run of the job. */
export async function showAutomation(
  { base, project, say }: Show,
  token: string,
  made: Automation,
  orderId: string,
): Promise<void> {
  say(heading('A function confirms the order'))
  const { to, subject, text } = await confirm(base, project.secretKey, project.id, made, orderId)
  say(indent(`To: ${to}\nSubject: ${subject}\n\n${text}`))

  if (made.calls === undefined) {
    const start = `${ALLOWED}='127.0.0.0/8, ::1/128' npm start`
    return say(
      `\nThe webhook and the cron job of the store are left out: this server may not call itself. It may with\n${start}`,
    )
  }
  say(heading('A webhook has called it as well, as soon as the order was committed'))
  const { status, response_status, error } = await awaitDelivery(base, token, project.id, made)
  say(indent(`${status}: ${error ?? `the function answered ${response_status}`}`))

  say(heading('A cron job cancels what nobody pays for 30 days'))
  const job = await managerOf(
    base,
    token,
    project.id,
  )<{ next_runs: string[] }>('GET', `/cron/${made.calls.jobId}`)
  say(indent(`"${CRON.schedule}" in ${CRON.timezone}: next at ${job.next_runs[0]}`))
}
