// What /openapi.yaml says of every route, be it of a module that comes later: nothing may be missing or untrue.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { writeYaml } from '#platform/http/openapi/openapi.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { operationsOf, resolve } from './document.ts'

let app: TestApp
let text: string
let document: any

beforeAll(async () => {
  app = await startTestApp()
  text = (await app.api('GET', '//openapi.yaml')).text
  document = parse(text)
})
afterAll(() => app.stop())

const operations = () => operationsOf(document)
const resolved = (part: any) => resolve(document, part)

test('every operation says what it is, what it takes, what it answers and what can go wrong', () => {
  const tags = document.tags.map(({ name }: { name: string }) => name)
  for (const { name, operation: one } of operations()) {
    expect(one.summary, name).toMatch(/^[A-Z]/)
    expect(one.description, name).toMatch(/\S/)
    expect(tags, name).toEqual(expect.arrayContaining(one.tags))
    for (const given of one.parameters) {
      const parameter = resolved(given)
      expect(parameter.description, `${name} ${parameter.name}`).toMatch(/\S/)
      expect(parameter.schema, `${name} ${parameter.name}`).not.toEqual({})
    }
    const statuses = Object.keys(one.responses)
    expect(
      statuses.some((status) => /^[23]/.test(status)),
      name,
    ).toBe(true)
    expect(statuses, name).toEqual(expect.arrayContaining(['429', 'default']))
    if (one.security.length > 0) expect(statuses, name).toEqual(expect.arrayContaining(['401', '403']))
    if (name.includes('{')) expect(statuses, name).toContain('404')
    if (one.requestBody !== undefined) expect(statuses, name).toContain('400')
  }
})

test('every reference leads somewhere, and every tag and security scheme is described', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, $ref]) => $ref)
  expect(references.length).toBeGreaterThan(1000)
  for (const $ref of new Set(references)) expect(resolved({ $ref }), $ref).toBeDefined()
  for (const { name, description } of document.tags) expect(description, name).toMatch(/\.$/)
  for (const [name, { description }] of Object.entries<any>(document.components.securitySchemes))
    expect(description, name).toMatch(/\.$/)
  expect(document.servers).toHaveLength(1)
})

test('answers and errors are named once, and the whole is small enough to read', () => {
  const { schemas } = document.components
  for (const name of ['Error', 'Project', 'ProjectAnswer', 'ProjectListAnswer', 'Row', 'User', 'Policy'])
    expect(schemas).toHaveProperty(name)
  for (const { name, operation: one } of operations()) {
    for (const [status, answer] of Object.entries(one.responses)) {
      const json = resolved(answer).content?.['application/json']
      if (json !== undefined) expect(json.schema.$ref, `${name} ${status}`).toBeDefined()
    }
    const body = one.requestBody?.content['application/json'].schema
    if (body !== undefined) expect(body.$ref ?? body.oneOf?.[0].$ref, name).toBeDefined()
  }
  const count = operations().length
  expect(writeYaml(withoutExamples(document)).length / count, 'characters per operation').toBeLessThan(1600)
  expect(text.length / count, 'with examples').toBeLessThan(1900)
})

function withoutExamples(part: any): any {
  if (Array.isArray(part)) return part.map(withoutExamples)
  if (part === null || typeof part !== 'object') return part
  const kept = Object.entries(part).filter(([name]) => name !== 'example')
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutExamples(one)]))
}

test('request bodies and answers show an example, and so do refusals', () => {
  const shown = (content: any) => content?.['application/json'] ?? { example: 'is not JSON' }
  for (const { name, operation } of operations()) {
    expect(shown(operation.requestBody?.content), `the body of ${name}`).toHaveProperty('example')
    const good = Object.entries<any>(operation.responses).filter(([status]) => status.startsWith('2'))
    const hasExample = good.some(([, answer]) => 'example' in shown(resolved(answer).content))
    expect(good.length === 0 || hasExample, `an answer of ${name}`).toBe(true)
  }
  for (const name of ['BadRequest', 'Unauthorized', 'Forbidden', 'NotFound', 'Conflict'])
    expect(shown(document.components.responses[name].content), name).toHaveProperty('example')
})

describe('what tools stumbled over', () => {
  const P = '/api/v1/projects/{projectID}'
  const parametersOf = (name: string) =>
    operations()
      .find((one) => one.name === name)
      ?.operation.parameters.map(resolved)
  const parameter = (path: string, name: string) =>
    parametersOf(`get ${path}`).find((one: any) => one.name === name)

  test('numbers in queries are numbers, with bounds and defaults', () => {
    expect(parameter(`${P}/auth/users`, 'page').schema).toMatchObject({
      type: 'integer',
      minimum: 1,
      default: 1,
    })
    expect(parameter('/api/v1/data/{table}', 'limit').schema).toMatchObject({ maximum: 200, default: 50 })
    expect(parameter(`${P}/schema/history`, 'before').schema.type).toBe('integer')
  })

  test('filters, headers and the body of an insert are described', () => {
    expect(parameter('/api/v1/data/{table}', 'filters').description).toContain('price=lt.100')
    const { post, get } = document.paths['/api/v1/data/{table}']
    const names = parametersOf('post /api/v1/data/{table}').map(({ name }: any) => name)
    expect(names).toEqual(expect.arrayContaining(['on_conflict', 'Prefer', 'Idempotency-Key']))
    expect(post.requestBody.content['application/json'].schema.oneOf).toHaveLength(2)
    const headers = Object.keys(resolved(get.responses['200']).headers)
    expect(headers).toEqual(expect.arrayContaining(['X-Next-Cursor', 'Link']))
    const limited = Object.keys(resolved(get.responses['429']).headers)
    expect(limited).toEqual(expect.arrayContaining(['Retry-After', 'RateLimit-Remaining']))
    expect(document.info.description).toContain('RateLimit-Remaining')
  })

  test('bodies that may be left out are not required', () => {
    for (const path of [`${P}/query/saved/{queryID}/run`, `${P}/realtime/token`])
      expect(document.paths[path].post.requestBody.required, path).toBeUndefined()
    for (const path of [`${P}/auth/signin`, '/api/v1/data/{table}'])
      expect(document.paths[path].post.requestBody.required, path).toBe(true)
  })

  test('a link is proven by a token, or by an address and a code', () => {
    expect(document.components.schemas.LinkProof.oneOf).toHaveLength(2)
  })

  test('events are a stream, GraphQL answers in both of its media types, and keys may be missing', () => {
    const events = document.paths[`${P}/realtime/events`].get
    expect(Object.keys(resolved(events.responses['200']).content)).toEqual(['text/event-stream'])
    expect(Object.keys(events.responses)).toEqual(expect.arrayContaining(['401', '404']))
    const types = Object.keys(resolved(document.paths[`${P}/graphql`].post.responses['400']).content)
    expect(types).toEqual(['application/json', 'application/graphql-response+json'])
    expect(document.paths[`${P}/auth/.well-known/jwks.json`].get.responses).toHaveProperty('404')
  })

  test('ids, addresses and phone numbers say their form', () => {
    const { User, Signup } = document.components.schemas
    expect(User.properties.id.format).toBe('uuid')
    expect(Signup.properties.email.format).toBe('email')
    expect(Signup.properties.phone.pattern).toMatch(/^\^/)
  })
})
