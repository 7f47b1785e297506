// What /openapi.yaml says of every route, be it of a module that comes later: nothing may be missing or untrue.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
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

function referencesIn(part: any): { $ref: string }[] {
  const found = [...JSON.stringify(part).matchAll(/"\$ref":"([^"]+)"/g)]
  return [...new Set(found.map(([, $ref = '']) => $ref))].map(($ref) => ({ $ref }))
}

test('every operation says what it is, what it takes, what it answers and what can go wrong', () => {
  const tags = document.tags.map(({ name }: { name: string }) => name)
  for (const { name, operation: one } of operations()) {
    // It stands behind "Use GET to" where a method is wrong.
    expect(one.summary, name).toMatch(/^(?!Is |Does |Has |Can |\w+(?<!Ne|Exc|Fe|Proce)ed )[A-Z].*[^.?]$/)
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
    expect(statuses, name).toContain('default')
    if (name.includes('{')) expect(statuses, name).toContain('404')
  }
  const { description, headers } = document.components.responses.Refused
  for (const status of [400, 401, 403, 413, 429, 503]) expect(description).toContain(String(status))
  expect(Object.keys(headers)).toEqual(expect.arrayContaining(['WWW-Authenticate', 'Retry-After']))
})

test('every stream says when a client must not try again', () => {
  const streams = operations().filter(({ operation: { responses } }) =>
    Object.values<any>(responses).some((answer) => resolved(answer).content?.['text/event-stream']),
  )
  expect(streams.map(({ name }) => name)).toContainEqual(expect.stringContaining('/realtime/events'))
  expect(streams.length).toBeGreaterThan(3)
  for (const { name, operation } of streams) {
    const { description, headers, content } = resolved(operation.responses['401'])
    expect(description, name).toMatch(/not tried again/)
    expect(Object.keys(headers), name).toContain('WWW-Authenticate')
    expect(content['application/json'].example, name).toMatchObject({ success: false })
  }
})

test('every reference leads somewhere, and every tag and security scheme is described', () => {
  const references = referencesIn(document)
  expect(references.length).toBeGreaterThan(500)
  for (const { $ref } of references) expect(resolved({ $ref }), $ref).toBeDefined()
  for (const { name, description } of document.tags) expect(description, name).toMatch(/\.$/)
  for (const [name, { description }] of Object.entries<any>(document.components.securitySchemes))
    expect(description, name).toMatch(/\.$/)
  expect(document.servers).toHaveLength(1)
})

const unnamed = (what: string, name: string) =>
  `${what} of ${name} has no name: give its schema one by .meta({ id: 'ThingCreate' })`

test('answers and errors are named once, and the whole is small enough to read', () => {
  const { schemas } = document.components
  for (const name of ['Error', 'Project', 'ProjectAnswer', 'ProjectListAnswer', 'Row', 'User', 'Policy'])
    expect(schemas).toHaveProperty(name)
  for (const { name, operation: one } of operations()) {
    for (const [status, answer] of Object.entries(one.responses)) {
      const json = resolved(answer).content?.['application/json']
      if (json !== undefined) expect(json.schema.$ref, unnamed(`the answer ${status}`, name)).toBeDefined()
    }
    const body = one.requestBody?.content['application/json'].schema
    if (body !== undefined) expect(body.$ref ?? body.oneOf?.[0].$ref, unnamed('the body', name)).toBeDefined()
  }
  expect(text.length / operations().length, 'characters per operation').toBeLessThan(1550)
})

test('tags choose a part that stands by itself and is small', async () => {
  const { text: part } = await app.api('GET', '//openapi.yaml?tags=Data,Records')
  const chosen = parse(part)
  expect(chosen.tags.map(({ name }: any) => name)).toEqual(['Data', 'Records'])
  const wanted = operations().filter(({ operation }) => ['Data', 'Records'].includes(operation.tags[0]))
  expect(operationsOf(chosen).map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
  for (const { $ref } of referencesIn(chosen))
    expect(resolve(chosen, { $ref }), $ref).toEqual(resolved({ $ref }))
  expect(part.length).toBeLessThan(text.length / 5)
})

test('a tag that does not exist is refused with the nearest', async () => {
  const { status, body } = await app.api('GET', '//openapi.yaml?tags=Data,Recods')
  expect(status).toBe(400)
  expect(body.message).toBe('tags: there is no tag Recods. Did you mean Records?')
  expect(body.details).toEqual({ fields: ['tags'] })
})

test('request bodies and answers show an example, and so do refusals', () => {
  const ofRequest = (content: any) => content?.['application/json'] ?? { example: 'is not JSON' }
  const toDo = 'shows no example: call it in test/openapi/examples/, and run `npm run api:examples`'
  for (const { name, operation } of operations()) {
    expect(ofRequest(operation.requestBody?.content), `the body of ${name} ${toDo}`).toHaveProperty('example')
    const good = Object.entries<any>(operation.responses).filter(([status]) => status.startsWith('2'))
    const hasExample = good.some(([, answer]) => showsAnswer(resolved(answer).content))
    expect(good.length === 0 || hasExample, `an answer of ${name} ${toDo}`).toBe(true)
  }
  for (const name of ['NotFound', 'Conflict', 'BadRequest'])
    expect(ofRequest(document.components.responses[name].content), name).toHaveProperty('example')
  const refused = ofRequest(document.components.responses.Refused.content).examples
  expect(refused).toMatchObject({ 401: { value: { success: false } }, 403: { value: { success: false } } })
})

// An answer shows an example of its own, or that of the named schema of its data.
function showsAnswer(content: any): boolean {
  const json = content?.['application/json']
  if (json === undefined || 'example' in json) return true
  const data = resolved(json.schema).allOf?.[1].properties.data
  return resolved(data?.items ?? data)?.examples?.length > 0
}

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
    const limited = Object.keys(resolved(get.responses.default).headers)
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
    expect(Object.keys(events.responses)).toEqual(expect.arrayContaining(['404', 'default']))
    const types = Object.keys(resolved(document.paths[`${P}/graphql`].post.responses['400']).content)
    expect(types).toEqual(['application/json', 'application/graphql-response+json'])
    expect(document.paths[`${P}/auth/.well-known/jwks.json`].get.responses).toHaveProperty('404')
  })

  test('ids, addresses and phone numbers say their form', () => {
    const { User, Signup } = document.components.schemas
    expect(User.properties.id.format).toBe('uuid')
    expect(Signup.properties.email.format).toBe('email')
    expect(Signup.properties.phone.examples).toEqual(['+255712345678'])
  })
})
