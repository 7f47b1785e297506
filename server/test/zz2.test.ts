import { test } from 'vitest'
import { startTestApp } from '#test/harness.ts'
test('big', async () => {
  const app = await startTestApp()
  const p = await app.createProject()
  await app.api('POST', `/projects/${p.id}/tables`, { token: p.token, body: { name: 'big', columns: [{name: 't', data_type: 'text'}] } })
  const a = await app.api('POST', '/data/big', { key: p.secret, body: { t: 'x'.repeat(15e6) } })
  console.log(a.status)
  const schema = 'p_' + p.id.replaceAll('-', '')
  for (const n of [2, 39, 90]) {
  await app.platform.clusters.main.admin.query(`insert into ${schema}.big (t) select t from ${schema}.big, generate_series(1,${n}) limit ${n}`)
  const t0 = Date.now()
  try { const r = await app.app.inject({ method: 'GET', url: '/api/v1/data/big?limit=200', headers: { 'x-platform-api-key': p.secret } }); console.log(n, r.statusCode, r.rawPayload.length, r.rawPayload.subarray(0,200).toString(), Date.now() - t0, process.memoryUsage().rss / 1e6) } catch (e) { console.log(String(e)) }
  }
  await app.stop()
})
