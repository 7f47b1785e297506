// /openapi.yaml and /docs: described from the same schemas, and drawn by a browser that cannot reach anything else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { NO_CHROMIUM, openChromium } from './chromium.ts'
import { startTestApp, type TestApp } from './harness.ts'
import { operationsOf } from './openapi/document.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly responses: Record<string, Answer>
}

interface Answer {
  readonly $ref?: string
  readonly content?: object
  readonly headers?: Readonly<Record<string, unknown>>
}

test('/openapi.yaml describes every route with what it takes, answers and needs', async () => {
  const { text, headers } = await app.api('GET', '//openapi.yaml')
  expect(headers['content-type']).toContain('yaml')
  const { openapi, paths, components } = parse(text)
  expect(openapi).toBe('3.1.0')
  const list = paths['/api/v1/data/{table}'].get
  // What several routes take or answer is described once.
  const resolved = (one: any) =>
    one.$ref === undefined
      ? one
      : one.$ref
          .split('/')
          .slice(2)
          .reduce((at: any, key: string) => at[key], components)
  expect(list.parameters.map((one: unknown) => resolved(one).name)).toContain('cursor')
  expect(list.security).toEqual([{ project_user: [] }, { api_key: [] }, { api_key_bearer: [] }])
  const { schema } = resolved(list.responses['200']).content['application/json']
  expect(schema.$ref).toBe('#/components/schemas/RowsAnswer')
  expect(components.schemas.Success.properties).toHaveProperty('success')
  const create = paths['/api/v1/projects'].post
  expect(create.requestBody.content['application/json'].schema.$ref).toBe(
    '#/components/schemas/ProjectCreate',
  )
  expect(components.schemas.ProjectCreate.required).toEqual(['name'])
})

test('every operation has a summary, a name of its own, and says what it answers', async () => {
  const { text } = await app.api('GET', '//openapi.yaml')
  const document = parse(text) as { components: { responses: Record<string, Answer> } }
  const { components } = document
  const contentOf = ({ $ref = '', content }: Answer) =>
    content ?? components.responses[$ref.split('/').at(-1) ?? '']?.content
  const operations: Operation[] = operationsOf(document).map(({ operation }) => operation)
  expect(operations.length).toBeGreaterThan(100)
  const names = operations.map(({ operationId }) => operationId)
  expect(names).toContain('getDataByTableById')
  expect(new Set(names).size).toBe(operations.length)
  for (const { operationId, summary, tags, responses } of operations) {
    expect({ operationId, summary, tags }).toEqual({
      operationId,
      summary: expect.stringMatching(/^[A-Z]/),
      tags: [expect.any(String)],
    })
    const silent = Object.entries(responses)
      .filter(([status, answer]) => /^(200|201|202|4..)$/.test(status) && contentOf(answer) === undefined)
      // What was made is at its Location.
      .filter(([status, answer]) => status !== '201' || answer.headers?.Location === undefined)
      .map(([status]) => `${operationId} ${status}`)
    expect(silent).toEqual([])
  }
})

test.skipIf(NO_CHROMIUM)(
  '/docs draws the routes in a browser without loading anything from elsewhere',
  async () => {
    const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const page = await (await openChromium()).newPage()
    try {
      const elsewhere: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith(base) && !/^(data|blob):/.test(request.url()))
          elsewhere.push(request.url())
      })
      await page.goto(`${base}/docs`)
      await page.getByText('Row-level security').first().waitFor({ timeout: 60_000 })
      expect(elsewhere).toEqual([])
    } finally {
      await page.close()
    }
  },
)
