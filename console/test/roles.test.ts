// Every screen as each role: what the API would refuse is not offered, and what is forced is refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { follower } from './follower.ts'
import { type OpenConsole, openConsole } from './open-console.ts'
import { SCREENS } from './screens.ts'

const ROLES = ['owner', 'admin', 'developer', 'viewer', 'billing'] as const
const ID = '00000000-0000-7000-8000-000000000000'

/** Act is what a screen is for: the form that its address opens, and the same by force. */
interface Act {
  readonly screen?: string
  readonly permission: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

const PROJECT = '/projects/{project}'
const ORGANISATION = '/organisations/{organisation}'
const act = (permission: string, method: string, path: string, body?: unknown, screen?: string): Act => ({
  permission,
  method,
  path,
  ...(body !== undefined && { body }),
  ...(screen !== undefined && { screen }),
})
// The bodies are wrong on purpose: who may is refused for them, and nothing is made.
const ACTS: readonly Act[] = [
  act('schema:write', 'POST', `${PROJECT}/tables`, {}, 'new-table'),
  act('auth:write', 'POST', `${PROJECT}/auth/users`, {}, 'new-user'),
  act('auth:write', 'POST', `${PROJECT}/auth/users/invite`, {}, 'invite-user'),
  act('functions:write', 'POST', `${PROJECT}/functions`, {}, 'new-function'),
  act('cron:write', 'POST', `${PROJECT}/cron`, {}, 'new-cron-job'),
  act('webhooks:write', 'POST', `${PROJECT}/webhooks`, {}, 'new-webhook'),
  act('storage:write', 'POST', `${PROJECT}/storage/buckets`, {}, 'new-bucket'),
  act('api_keys:write', 'POST', `${PROJECT}/api-keys`, {}, 'new-key'),
  act('env:write', 'POST', `${PROJECT}/env`, {}, 'new-variable'),
  act('env:write', 'POST', `${PROJECT}/env/bulk`, {}, 'edit-variables'),
  act('secrets:write', 'POST', `${PROJECT}/secrets`, {}, 'new-secret'),
  act('domains:write', 'POST', `${PROJECT}/domains`, {}, 'new-domain'),
  act('integrations:write', 'POST', `${PROJECT}/integrations`, {}, 'new-integration'),
  act('realtime:write', 'POST', `${PROJECT}/realtime/channels`, {}, 'new-channel'),
  act('auth:write', 'POST', `${PROJECT}/auth/providers`, {}, 'new-provider'),
  act('members:write', 'POST', `${ORGANISATION}/members`, {}, 'new-member'),
  act('data:write', 'POST', `${PROJECT}/tables/users/records`, {}),
  act('policies:write', 'POST', `${PROJECT}/tables/${ID}/rls`, {}),
  act('query:write', 'POST', `${PROJECT}/query/saved`, {}),
  act('query:read', 'POST', `${PROJECT}/query/exec`, {}),
  act('realtime:write', 'PUT', `${PROJECT}/realtime/settings`, { enabled: 'x' }),
  act('auth:write', 'PUT', `${PROJECT}/auth/settings`, { otp_length: 'x' }),
  act('payments:configure', 'PUT', `${PROJECT}/payments/settings`, { is_active: 'x' }),
  act('billing:write', 'PATCH', `${PROJECT}/billing`, {}),
  act('projects:write', 'PATCH', PROJECT, { name: 1 }),
  act('organisation:write', 'PATCH', ORGANISATION, { name: 1 }),
  act('logs:read', 'GET', `${PROJECT}/request-logs`),
]

describe.skipIf(NO_CHROMIUM)('every screen as', () => {
  let opened: OpenConsole
  let project: TestProject
  let organisation: string
  beforeAll(async () => {
    opened = await openConsole()
    project = await opened.app.createProject('Duka')
    const { data } = await opened.app.api('GET', `/projects/${project.id}`, { token: project.token })
    organisation = data.organisation_id
  })
  afterAll(() => opened?.stop())

  const of = (path: string) =>
    path.replaceAll('{project}', project.id).replaceAll('{organisation}', organisation)
  const join = async (role: (typeof ROLES)[number]) => {
    if (role === 'owner') {
      const { data } = await opened.app.api('GET', '/me', { token: project.token })
      return { token: project.token, email: data.email }
    }
    const { token, user } = await opened.app.register()
    const body = { email: user.email, role }
    const joined = await opened.app.api('POST', of(`${ORGANISATION}/members`), { token: project.token, body })
    expect(joined.status).toBe(201)
    return { token, email: user.email }
  }

  test.each(ROLES)('%s', async (role) => {
    const { token, email } = await join(role)
    const organisations = (await opened.app.api('GET', '/organisations', { token })).data
    const { permissions } = organisations.find(({ id }: { id: string }) => id === organisation)
    const may = (permission: string) => permissions.includes(permission)

    for (const { method, path, body, permission } of ACTS) {
      const { status, text } = await opened.app.api(method, of(path), { token, body })
      expect(status === 403, `${permission}: ${method} ${path}: ${status} ${text}`).toBe(!may(permission))
    }

    const visit = await opened.visit(of(PROJECT), { as: email })
    const { page, follow, problems } = follower(visit, opened.base)
    const navigation = page.getByRole('navigation', { name: 'Navigation' })
    const folded = navigation.getByRole('button', { expanded: false })
    const links = navigation.getByRole('link')
    const screens: string[] = []
    for (const start of [of(PROJECT), of(ORGANISATION)]) {
      await follow(start)
      await links.first().waitFor()
      while ((await folded.count()) > 0) await folded.first().click()
      for (const link of await links.all())
        screens.push(((await link.getAttribute('href')) ?? '').replace('/console', ''))
    }
    expect(screens.length).toBeGreaterThan(role === 'billing' ? 4 : 20)
    for (const path of screens) {
      await follow(path)
      // Nothing is asked for that would be refused; a provider that is not set up is 404.
      expect(problems(path.endsWith('/sso') ? [404] : []), path).toEqual([])
    }
    for (const { screen, permission } of ACTS) {
      const path = SCREENS.find(({ name }) => name === screen)?.path
      if (path === undefined) continue
      const reads = permission.replace(':write', ':read')
      // Whoever may not even read is told so by the server.
      if (!may(reads)) continue
      await follow(of(path))
      if (may(permission)) await page.getByRole('dialog').waitFor()
      else
        await expect.poll(() => page.getByRole('dialog').count(), { message: `${screen} as ${role}` }).toBe(0)
      expect(problems(), screen).toEqual([])
    }
    await visit.close()
  })
})
