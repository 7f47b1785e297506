// Addresses that requests of the server will go to: those that can never be reached are refused when they are set, by every
// route that keeps one, and in the words of the request itself.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from './harness.ts'

let app: TestApp
let project: TestProject
let organisation: string
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  organisation = (await app.api('GET', `/projects/${project.id}`, { token: project.token })).data
    .organisation_id
})
afterAll(() => app.stop())

const ofProject = (path: string) => `/projects/${project.id}${path}`
const integration = (provider: string, config: (url: string) => object) =>
  [
    `an integration: ${provider}`,
    (url: string) =>
      ['POST', ofProject('/integrations'), { provider, name: 'x', config: config(url) }] as const,
  ] as const
const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')
const CLIENT = { client_id: 'a', client_secret: 'b' }
const ROUTES = [
  [
    'a webhook',
    (url: string) => ['POST', ofProject('/webhooks'), { name: 'x', events: ['*'], url }] as const,
  ],
  [
    'a cron job',
    (url: string) => {
      const job = { name: 'x', schedule: '* * * * *', target_type: 'http', target_url: url }
      return ['POST', ofProject('/cron'), job] as const
    },
  ],
  [
    'an identity provider',
    (url: string) => ['POST', ofProject('/auth/providers'), { name: 'x', issuer: url, ...CLIENT }] as const,
  ],
  [
    'single sign-on',
    (url: string) => ['PUT', `/organisations/${organisation}/sso`, { issuer: url, ...CLIENT }] as const,
  ],
  integration('http', (url) => ({ url })),
  integration('slack', (url) => ({ url })),
  integration('sentry', (url) => ({ dsn: `${url.replace('//', '//key@')}/42` })),
  integration('telegram', (base_url) => ({ bot_token: `123:${'a'.repeat(35)}`, chat_id: '1', base_url })),
  integration('smtp', (url) => ({ host: hostOf(url), from: 'a@example.com' })),
] as const

const INSIDE = [
  'http://localhost:3000',
  'http://shop.localhost',
  'http://127.0.0.1:3000',
  'http://[::1]',
  'http://10.0.0.1',
]

test.each(ROUTES)('%s', async (_what, request) => {
  for (const url of INSIDE) {
    const [method, path, body] = request(url)
    const { status, body: answer } = await app.api(method, path, { token: project.token, body })
    expect([url, status, answer.message]).toEqual([
      url,
      400,
      expect.stringContaining('The operator allows others with MSINGI_INTERNAL_NETWORKS.'),
    ])
  }
})
