// Examples of domains.
import type { ExampleStage } from './stage.ts'

/** domains calls the routes of domains. */
export async function domains({ call, below, dashboard, dns }: ExampleStage): Promise<void> {
  const path = `${below}/domains`
  const name = 'shop.example.com'
  const { data } = await call('POST', path, { ...dashboard, body: { name } })
  for (const { type, name, value } of data.records) dns.records.set(`${type} ${name}`, [value])
  dns.records.set(`A ${name}`, ['192.0.2.7'])
  const one = `${path}/${data.id}`
  await call('POST', `${one}/verify`, dashboard)
  await call('GET', path, dashboard)
  await call('GET', one, dashboard)
  await call('GET', '/domains/ask', { query: { domain: name } })
  await call('DELETE', one, dashboard)
}
