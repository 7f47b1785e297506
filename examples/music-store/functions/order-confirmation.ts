// A function of the store: the webhook of new orders calls it, and it answers with the confirmation for the customer.

type Row = Readonly<Record<string, unknown>>

interface Table {
  find(id: unknown): Promise<Row>
  select(...columns: string[]): Table
  eq(column: string, value: unknown): Table & PromiseLike<Row[]>
}

interface Env {
  /** ORDERS_WEBHOOK_SECRET is a secret of the project. */
  readonly ORDERS_WEBHOOK_SECRET: string
  /** service is the client of the API with all rights of the project. */
  readonly service: { from(table: string): Table }
}

const MOST_AGE_SECONDS = 300

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const body = await request.text()
    // Its address is public: anybody could ask for anybody's order.
    if (!(await isSigned(request.headers, body, env.ORDERS_WEBHOOK_SECRET)))
      return Response.json({ error: 'The signature is missing or does not match.' }, { status: 401 })
    const { record } = JSON.parse(body).data
    const order = await env.service.from('orders').find(record.id)
    const customer = await env.service.from('customers').find(order.customer_id)
    const lines = await env.service
      .from('order_lines')
      .select('album_id', 'quantity')
      .eq('order_id', order.id)
    const albums = await Promise.all(lines.map(({ album_id }) => env.service.from('albums').find(album_id)))
    const items = albums.map(({ title }, index) => `${lines[index]?.quantity} × ${title}`)
    const text = `Dear ${customer.name},\n\nthank you for your order:\n${items.sort().join('\n')}\nTotal: ${order.total}`
    // Here a mail service would be called.
    console.log(`order ${order.id} confirmed to ${customer.email}`)
    return Response.json({ to: customer.email, subject: 'Your order', text })
  },
}

// As Standard Webhooks has it: HMAC-SHA256 over id, time and body. Several signatures are there while a secret is rotated.
async function isSigned(headers: Headers, body: string, secret: string): Promise<boolean> {
  const [id, at, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers.get(`webhook-${name}`))
  if (!(Math.abs(Date.now() / 1000 - Number(at)) < MOST_AGE_SECONDS)) return false
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = bytesOf(secret.replace('whsec_', ''))
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
  const content = new TextEncoder().encode(`${id}.${at}.${body}`)
  for (const signature of (signatures ?? '').split(' ')) {
    const [version, value = ''] = signature.split(',')
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), content))) return true
  }
  return false
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
