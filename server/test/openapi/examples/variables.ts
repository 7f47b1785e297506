// Examples of environment variables and secrets.
import type { ExampleStage } from './stage.ts'

/** variables calls the routes of environment variables. */
export async function variables({ call, below, dashboard }: ExampleStage): Promise<void> {
  const path = `${below}/env`
  const environment = 'production'
  const body = { key: 'SHOP_NAME', value: 'Duka', environment }
  const made = await call('POST', path, { ...dashboard, body })
  await call('GET', path, { ...dashboard, query: { environment } })
  await call('PATCH', `${path}/${made.data.id}`, { ...dashboard, body: { value: 'Duka la vitabu' } })
  const vars = { SHOP_NAME: 'Duka', CURRENCY: 'TZS' }
  await call('POST', `${path}/bulk`, { ...dashboard, body: { environment, vars } })
  const text = 'SHOP_NAME="Duka"'
  await call('POST', `${path}/import`, { ...dashboard, body: { environment: 'preview', text } })
  await call('GET', `${path}/export`, { ...dashboard, query: { environment } })
  await call('DELETE', `${path}/${made.data.id}`, dashboard)
}

/** secrets calls the routes of secrets. */
export async function secrets({ call, below, dashboard, secret }: ExampleStage): Promise<void> {
  const path = `${below}/secrets`
  const body = { key: 'MAIL_PASSWORD', value: 'not-a-real-password', description: 'Of the mail server.' }
  const made = await call('POST', path, { ...dashboard, body })
  await call('GET', path, dashboard)
  const one = `${path}/${made.data.id}`
  await call('PATCH', one, { ...dashboard, body: { value: 'not-a-real-password-either' } })
  await call('GET', `${one}/versions`, dashboard)
  await call('GET', `${one}/value`, { ...dashboard, query: { version: 2 } })
  await call('GET', '/secrets/resolve/MAIL_PASSWORD', secret)
  await call('DELETE', one, dashboard)
}
