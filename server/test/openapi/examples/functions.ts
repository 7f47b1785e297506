// Examples of functions.
import { vi } from 'vitest'
import type { ExampleStage } from './stage.ts'

const CODE = `export default {
  async fetch(request, env, ctx) {
    const { name } = await request.json()
    console.log('greeting', name)
    return Response.json({ greeting: \`Karibu, \${name}\` })
  },
}
`

/** functions calls the routes of functions. */
export async function functions({ call, below, dashboard, app }: ExampleStage): Promise<void> {
  const path = `${below}/functions`
  const made = await call('POST', path, {
    ...dashboard,
    body: { name: 'Greet', access: 'public', code: CODE },
  })
  const one = `${path}/${made.data.id}`
  await call('POST', `${one}/deploy`, dashboard)
  await call('GET', path, dashboard)
  await call('GET', one, dashboard)
  await call('POST', `${one}/invoke`, { ...dashboard, body: { body: { name: 'Amina' } } })
  // What a function logs arrives a little after its answer.
  const logged = async () => (await app.api('GET', `${one}/logs`, dashboard)).data.length
  await vi.waitUntil(async () => (await logged()) > 0, { timeout: 30_000 })
  await call('GET', `${one}/logs`, { ...dashboard, query: { level: 'log' } })
  await call('GET', `${one}/invocations`, dashboard)
  await call('GET', `${one}/figures`, dashboard)
  await call('PATCH', one, { ...dashboard, body: { timeout_ms: 5000 } })
  await call('GET', `${one}/versions`, dashboard)
  await call('GET', `${one}/versions/1`, dashboard)
  await call('POST', `${one}/rollback`, { ...dashboard, body: { version: 1 } })
  await call('DELETE', one, dashboard)
}
