// The examples of /openapi.yaml: every operation is called on a real server, and src/api-examples.json holds what it said.
import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationsOf } from './document.ts'
import { callEverything } from './examples/everything.ts'
import type { Examples } from './examples/recorder.ts'
import { openStage } from './examples/stage.ts'
import { steady } from './examples/steady.ts'

const FILE = new URL('../../src/api-examples.json', import.meta.url)

/** What has no example, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  getProjectsByProjectIDRealtimeEvents: 'a stream that does not end',
  getProjectsByProjectIDFunctionsByFnIDLogsStream: 'a stream that does not end',
  getProjectsByProjectIDRequestLogsStream: 'a stream that does not end',
  getMeNotifications: 'a stream that does not end',
  getEvents: 'a stream that does not end',
  getProjectsByProjectIDStorageObjectsByObjectIDContent: 'the bytes of a file',
  getProjectsByProjectIDStorageBucketsByBucketIDObjectsByName: 'the bytes of a file',
  getProjectsByProjectIDStorageFilesByObjectIDByFileName: 'the bytes of a file',
  getProjectsByProjectIDStorageObjectsByObjectIDImage: 'the bytes of an image',
  getProjectsByProjectIDStorageImagesByObjectIDByFileName: 'the bytes of an image',
  getProjectsByProjectIDStoragePublicByBucketIDByObjectIDImage: 'the bytes of an image',
  getProjectsByProjectIDStoragePublicByBucketIDByObjectID: 'a redirection to the bytes of a file',
  getProjectsByProjectIDBillingInvoicesByInvoiceIDPage: 'an HTML page',
  getOrganisationsByOrganisationIDInvoicesByInvoiceIDPage: 'an HTML page',
  getProjectsByProjectIDPaymentsTransactionsCsv: 'a text in CSV',
  getProjectsByProjectIDAuthProvidersByProviderAuthorize: 'a redirection, for browsers',
  getProjectsByProjectIDAuthProvidersByProviderCallback: 'a redirection, for browsers',
  getAuthSsoAuthorize: 'a redirection, for browsers',
  getAuthSsoByOrganisationIDCallback: 'a redirection, for browsers',
}

let stage: Awaited<ReturnType<typeof openStage>>
let recorded: Examples
let kept: Examples
beforeAll(async () => {
  stage = await openStage()
  const start = stage.app.clock.now()
  await callEverything(stage)
  recorded = steady(stage.examples, start)
  if (process.env.UPDATE_EXAMPLES === 'on') await writeFile(FILE, `${JSON.stringify(recorded, null, 1)}\n`)
  kept = JSON.parse(await readFile(FILE, 'utf8'))
}, 120_000)
afterAll(() => stage.stage.stop())

test('every operation is called', () => {
  const missing = operationsOf(stage.document)
    .filter(({ id }) => WITHOUT[id] === undefined && recorded.operations[id] === undefined)
    .map(({ name }) => name)
  expect(missing, 'call these in test/openapi/examples/, and run npm run api:examples').toEqual([])
})

test('the examples are what the server answers today', () => {
  const message = 'run npm run api:examples, and look at what it changes in src/api-examples.json'
  expect(Object.keys(kept.operations), message).toEqual(Object.keys(recorded.operations))
  for (const [name, example] of Object.entries(recorded.operations))
    expect(shapeOf(kept.operations[name]), `${name}: ${message}`).toEqual(shapeOf(example))
  expect(shapeOf(kept.refusals), message).toEqual(shapeOf(recorded.refusals))
})

test('no example holds anything that opens a door', () => {
  const text = JSON.stringify(kept)
  expect(text.match(/eyJ[\w-]{10}|(?:m[sp]k|msp)_(?!exampl)|127\.0\.0\.1|localhost/g)).toBeNull()
})

// Of which fields with which kinds of values it is made; what is null today may be a value tomorrow.
function shapeOf(value: unknown): unknown {
  if (value === null) return null
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object') return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]))
}
