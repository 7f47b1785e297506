import { test } from 'vitest'
import { startTestApp } from '#test/harness.ts'
test('x', async () => {
  const app = await startTestApp()
  const a = await app.app.inject({ method: 'OPTIONS', url: '/api/v1/data/x/1', headers: {origin: 'http://a', 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'content-type,x-platform-api-key,idempotency-key,prefer' } })
  console.log(a.statusCode, a.headers)
  const p = await app.createProject()
  for (const [m, u, o] of [
   ['POST', '/auth/logout', { token: p.token, headers: {'content-type': 'application/json'} }],
   ['GET', '/data/users?__proto__=eq.1', { key: p.secret }],
   ['GET', '/data/users?constructor=eq.1', { key: p.secret }],
   ['GET', '/data/users?email=eq.%ff', { key: p.secret }],
   ['GET', '/data/users?email=eq.%00', { key: p.secret }],
   ['GET', '/data/users?email=eq.%ED%A0%80', { key: p.secret }],
   ['GET', '/data/users?%=eq.1', { key: p.secret }],
   ['GET', '/data/%00', { key: p.secret }],
   ['GET', `/projects/${p.id}/tables/%00`, { token: p.token }],
   ['GET', `/projects/${p.id}/tables/users/rls`, { token: p.token }],
   ['GET', `/projects/${p.id}/tables/%00/rls`, { token: p.token }],
   ['GET', `/projects/${p.id}/schema/preview/%00`, { token: p.token }],
   ['DELETE', `/projects/${p.id}/tables/users/columns/%00`, { token: p.token }],
   ['DELETE', `/projects/${p.id}/schema/relationships/%00`, { token: p.token }],
   ['DELETE', `/projects/${p.id}/schema/relationships/x`, { token: p.token }],
   ['POST', `/projects/${p.id}/tables`, { token: p.token, body: {name: 'a\ud800b'} }],
   ['GET', `/projects/${p.id}/request-logs?limit=1e2`, { token: p.token }],
   ['GET', `/projects/${p.id}/request-logs?limit=0x10`, { token: p.token }],
   ['GET', `/projects/${p.id}/request-logs?limit=`, { token: p.token }],
   ['GET', `/projects/${p.id}/request-logs?limit=5&limit=6`, { token: p.token }],
   ['GET', `/projects/${p.id}/request-logs?limit=NaN`, { token: p.token }],
  ] as any) {
    const a = await app.api(m, u, o); console.log(m, u.replace(p.id, 'P'), a.status, a.text.slice(0, 200))
  }
  await app.stop()
})
