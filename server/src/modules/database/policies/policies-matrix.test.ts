// Every action × subject × effect × condition, asked by every kind of caller, against a model of policies written
// down independently of the compiler.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deleteOperation,
  insertOperation,
  updateOperation,
} from '#modules/rows/data/operations/operations.ts'
import { getRow } from '#modules/rows/data/reading/read-rows.service.ts'
import { write } from '#modules/rows/data/writing/write-rows.ts'
import { Asker } from '#platform/asker.ts'
import type { Actor, ProjectRecord } from '#platform/credentials/actor.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const ACTIONS = ['select', 'insert', 'update', 'delete'] as const
const SUBJECTS = ['public', 'authenticated', 'owner', 'api_key', 'role'] as const
const EFFECTS = ['allow', 'deny'] as const
const STATUSES = ['open', 'closed'] as const

const EDITORS = randomUUID()
const AMINA = randomUUID()
const JUMA = randomUUID()

type Caller = 'dashboard' | 'secret' | 'publishable' | 'owner' | 'stranger' | 'editor'
const CALLERS: readonly Caller[] = ['dashboard', 'secret', 'publishable', 'owner', 'stranger', 'editor']

let app: TestApp
let project: TestProject
let record: ProjectRecord
let table: string

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const { data } = await app.api('POST', `/projects/${project.id}/tables`, {
    token: project.token,
    body: {
      name: 'notes',
      columns: [
        { name: 'user_id', data_type: 'uuid', required: true, unique: false, indexed: false },
        { name: 'status', data_type: 'string', required: true, unique: false, indexed: false },
      ],
    },
  })
  table = data.id
  record = (await createProjectLookup(app.platform)(project.id)) as ProjectRecord
})

afterAll(async () => {
  await app.stop()
})

function user(id: string, roles: string[]): Actor {
  const claims = JSON.stringify({ email: 'user@example.com', role_ids: roles })
  return {
    type: 'project_user',
    user_id: id,
    session_id: 's',
    project_id: project.id,
    context: { kind: 'user', uid: id, claims },
  }
}

function actorOf(caller: Caller): Actor {
  const key = { type: 'api_key', key_id: 'k', project_id: project.id, scopes: ['*'] } as const
  switch (caller) {
    case 'dashboard':
      return {
        type: 'dashboard',
        account_id: 'a',
        session_id: 's',
        email: 'owner@example.com',
        sso_organisation_id: null,
      }
    case 'secret':
    case 'publishable':
      return { ...key, kind: caller }
    case 'owner':
      return user(AMINA, [])
    case 'stranger':
      return user(JUMA, [])
    case 'editor':
      return user(JUMA, [EDITORS])
  }
}

/** The model: who matches a subject, and what follows from one policy. */
function expected(caller: Caller, subject: string, effect: string, conditionHolds: boolean): boolean {
  if (caller === 'dashboard') return true
  const users = ['owner', 'stranger', 'editor']
  const matches: Record<string, boolean> = {
    public: true,
    authenticated: users.includes(caller),
    owner: caller === 'owner',
    api_key: !users.includes(caller),
    role: caller === 'editor',
  }
  const applies = matches[subject] === true && conditionHolds
  if (effect === 'deny') return caller === 'secret' && !applies
  if (applies) return true
  return caller === 'secret' && subject !== 'api_key'
}

async function permitted(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof AppError && (error.status === 403 || error.status === 404)) return false
    throw error
  }
}

async function attempt(action: string, caller: Caller, status: string, id: string): Promise<boolean> {
  const actor = actorOf(caller)
  const { platform } = app
  const shape = await platform.shapes.get(record, 'notes')
  if (action === 'select') return permitted(getRow(new Asker(platform, record, actor), 'notes', id))
  const operation =
    action === 'insert'
      ? insertOperation(shape, actor, { user_id: AMINA, status }, undefined)
      : action === 'update'
        ? updateOperation(shape, actor, id, { status })
        : deleteOperation(shape, id)
  return permitted(write(new Asker(platform, record, actor), operation, undefined))
}

async function withPolicies(policies: object[], work: () => Promise<void>): Promise<void> {
  const ids: string[] = []
  for (const body of policies) {
    const answer = await app.api('POST', `/projects/${project.id}/tables/${table}/rls`, {
      token: project.token,
      body,
    })
    expect(answer.status, answer.text).toBe(201)
    ids.push(answer.data.id)
  }
  await work()
  for (const id of ids) {
    const answer = await app.api('DELETE', `/projects/${project.id}/tables/${table}/rls/${id}`, {
      token: project.token,
    })
    expect(answer.status, answer.text).toBe(204)
  }
}

async function insertAsDashboard(status: string): Promise<string> {
  const { platform } = app
  const shape = await platform.shapes.get(record, 'notes')
  const operation = insertOperation(shape, actorOf('dashboard'), { user_id: AMINA, status }, undefined)
  const { data } = await write(new Asker(platform, record, actorOf('dashboard')), operation, undefined)
  return JSON.parse(String(data?.text)).id
}

describe.each(ACTIONS)('%s', (action) => {
  describe.each(SUBJECTS)('by %s', (subject) => {
    describe.each(EFFECTS)('%s', (effect) => {
      test.each([undefined, "status = 'open'"])('with condition %s', async (condition) => {
        const role_ids = subject === 'role' ? [EDITORS] : undefined
        // Whoever may not see a row cannot change it either: for writes, everybody may read.
        const reading = action === 'select' ? [] : [{ action: 'select', subject: 'public', effect: 'allow' }]
        await withPolicies([...reading, { action, subject, effect, condition, role_ids }], async () => {
          for (const caller of CALLERS) {
            for (const status of STATUSES) {
              const id = await insertAsDashboard(status)
              const holds = condition === undefined || status === 'open'
              const want = expected(caller, subject, effect, holds)
              expect(await attempt(action, caller, status, id), `${caller} ${action} ${status}`).toBe(want)
            }
          }
        })
      })
    })
  })
})

test('with no policy, only dashboard users and secret keys may do anything', async () => {
  for (const action of ACTIONS) {
    for (const caller of CALLERS) {
      const id = await insertAsDashboard('open')
      const want = caller === 'dashboard' || caller === 'secret'
      expect(await attempt(action, caller, 'open', id), `${caller} ${action}`).toBe(want)
    }
  }
})

test('a deny wins over every allow', async () => {
  const allow = SUBJECTS.filter((subject) => subject !== 'role').map((subject) => ({
    action: 'select',
    subject,
    effect: 'allow',
  }))
  const deny = { action: 'select', subject: 'public', effect: 'deny', condition: "status = 'closed'" }
  await withPolicies([...allow, deny], async () => {
    for (const caller of CALLERS) {
      const open = await insertAsDashboard('open')
      const closed = await insertAsDashboard('closed')
      expect(await attempt('select', caller, 'open', open), caller).toBe(true)
      expect(await attempt('select', caller, 'closed', closed), caller).toBe(caller === 'dashboard')
    }
  })
})

import { createProjectLookup } from '#modules/projects/projects.service.ts'
