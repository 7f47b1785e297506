// Certificates on demand: the Caddyfile of docs/domains.md, run by a real Caddy in front of the server.
import { readFile } from 'node:fs/promises'
import { request } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { NO_CADDY, startCaddy, type TestCaddy } from '#test/caddy.ts'
import { startDns, type TestDns } from '#test/dns-server.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const HOST = 'shop.example.com'

describe.skipIf(NO_CADDY !== undefined)('behind Caddy', () => {
  let app: TestApp
  let dns: TestDns
  let caddy: TestCaddy
  let project: TestProject

  beforeAll(async () => {
    dns = await startDns()
    app = await startTestApp({ dnsServers: [dns.address], trustProxy: true })
    const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const page = await readFile(new URL('../../../../docs/domains.md', import.meta.url), 'utf8')
    const [, caddyfile = ''] = /^```caddyfile\n(.*?)^```$/ms.exec(page) ?? []
    expect(caddyfile).toContain('127.0.0.1:8080')
    caddy = await startCaddy(caddyfile.replaceAll('127.0.0.1:8080', new URL(base).host))
    project = await app.createProject()
  })
  afterAll(async () => {
    await caddy?.stop()
    await app?.stop()
    dns?.close()
  })

  interface Received {
    readonly status: number | undefined
    readonly body: any
    /** names are those that the certificate is for. */
    readonly names: string | undefined
  }

  const call = (host: string, method: string, path: string) =>
    new Promise<Received>((resolve, reject) => {
      const headers = { host: `${host}:${caddy.port}`, 'x-platform-api-key': project.secret }
      const { port, ca } = caddy
      const options = { host: '127.0.0.1', port, ca, servername: host, agent: false, method, path, headers }
      request(options, async (answer) => {
        const names = (answer.socket as TLSSocket).getPeerCertificate().subjectaltname
        const text = (await answer.toArray()).join('')
        resolve({ status: answer.statusCode, body: text === '' ? undefined : JSON.parse(text), names })
      })
        .on('error', reject)
        .end()
    })

  test('a host has a certificate and is served once it is verified, and not before', async () => {
    const path = `/projects/${project.id}/domains`
    const { data } = await app.api('POST', path, { token: project.token, body: { name: HOST } })
    await expect(call(HOST, 'GET', '/data/users')).rejects.toThrow(/alert|disconnected|reset/)

    const [{ name, value }] = data.records
    dns.records.set(`TXT ${name}`, [value])
    await app.api('POST', `${path}/${data.id}/verify`, { token: project.token })
    const { status, body, names } = await call(HOST, 'GET', '/data/users')
    expect([status, body.data, names]).toEqual([200, [], `DNS:${HOST}`])
  })

  test('addresses in answers are of that host, and a WebSocket opens at it', async () => {
    const channel = { name: 'lobby' }
    const path = `/projects/${project.id}/realtime/channels`
    await app.api('POST', path, { token: project.token, body: channel })
    const { body } = await call(HOST, 'POST', '/realtime/connect?channel=lobby')
    expect(body.data.url).toBe(`https://${HOST}:${caddy.port}`)
    const tls = { ca: caddy.ca, servername: HOST }
    const socket = new WebSocket(`wss://127.0.0.1:${caddy.port}/connection/websocket`, {
      ...tls,
      headers: { host: `${HOST}:${caddy.port}` },
    })
    const connected = new Promise((resolve, reject) => {
      socket.on('open', () => socket.send(JSON.stringify({ id: 1, connect: { token: body.data.token } })))
      socket.on('message', (text) => resolve(JSON.parse(String(text)).connect.client))
      socket.on('close', (code) => reject(new Error(`closed: ${code}`)))
      socket.on('error', reject)
    })
    expect(await connected).toEqual(expect.any(String))
    socket.close()
  })
})
