// Examples of triggers of functions, and of auth hooks.
import type { ExampleStage } from './stage.ts'

const CODE = `export default {
  async fetch(request) {
    const { type, data } = await request.json()
    console.log(type, data.record.title)
    return new Response(null, { status: 204 })
  },
}
`

/** triggers calls the routes of triggers and their deliveries, and of auth hooks. */
export async function triggers({ call, app, below, dashboard }: ExampleStage): Promise<void> {
  const fn = await app.api('POST', `${below}/functions`, {
    ...dashboard,
    body: { name: 'On new book', code: CODE },
  })
  const path = `${below}/functions/${fn.data.id}/triggers`
  await app.api('POST', `${below}/functions/${fn.data.id}/deploy`, dashboard)
  const body = { events: ['row.inserted:books'], filter: 'price > 10' }
  const made = await call('POST', path, { ...dashboard, body })
  await call('GET', path, dashboard)
  const one = `${path}/${made.data.id}`
  await call('GET', one, dashboard)
  await call('PATCH', one, { ...dashboard, body: { ordered: true } })
  const event = { event: 'row.inserted', payload: { record: { title: 'Kusadikika' } } }
  const sent = await call('POST', `${one}/send`, { ...dashboard, body: event })
  await call('GET', `${one}/deliveries`, { ...dashboard, query: { limit: 20 } })
  await call('GET', `${one}/deliveries/${sent.data.id}`, dashboard)
  await call('POST', `${one}/deliveries/${sent.data.id}/retry`, dashboard)
  await call('POST', `${one}/replay`, { ...dashboard, body: { status: 'failed' } })
  await call('DELETE', one, dashboard)
  await call('PUT', `${below}/auth/hooks`, { ...dashboard, body: { send_sms: 'on-new-book' } })
  await app.api('PUT', `${below}/auth/hooks`, { ...dashboard, body: { send_sms: null } })
  await call('GET', `${below}/auth/hooks`, dashboard)
  await app.api('DELETE', `${below}/functions/${fn.data.id}`, dashboard)
}
