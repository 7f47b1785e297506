// Project roles, permissions, and their assignment to users.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

const call = (method: string, path: string, body?: object, owner = project) =>
  app.api(method, `/projects/${owner.id}/${path}`, {
    token: owner.token,
    ...(body === undefined ? {} : { body }),
  })
const create = async (what: 'roles' | 'permissions', body: object, owner = project) => {
  const answer = await call('POST', what, body, owner)
  expect(answer.status, answer.text).toBe(201)
  return answer.data
}

describe('a role', () => {
  test('has a name, a description and permissions', async () => {
    const permission = await create('permissions', { name: 'posts.publish', description: 'May publish' })
    expect(permission).toMatchObject({ name: 'posts.publish', description: 'May publish' })
    const role = await create('roles', { name: 'Editor', permission_ids: [permission.id, permission.id] })
    expect(role).toEqual({
      id: expect.any(String),
      name: 'Editor',
      description: null,
      permission_ids: [permission.id],
      created_at: app.clock.now().toISOString(),
      updated_at: app.clock.now().toISOString(),
    })
    expect((await call('GET', 'roles')).data).toContainEqual(role)
    app.clock.advance(1)
    const changed = await call('PATCH', `roles/${role.id}`, {
      name: 'editor',
      description: 'x',
      permission_ids: [],
    })
    expect(changed.data).toMatchObject({ name: 'editor', description: 'x', permission_ids: [] })
    expect(changed.data.updated_at).toBe(app.clock.now().toISOString())
  })

  test('loses a permission that is deleted', async () => {
    const { id } = await create('permissions', { name: 'gone' })
    const role = await create('roles', { name: 'Loser', permission_ids: [id] })
    expect((await call('DELETE', `permissions/${id}`)).status).toBe(204)
    expect((await call('DELETE', `permissions/${id}`)).status).toBe(404)
    const { data } = await call('GET', 'roles')
    expect(data.find((row: { id: string }) => row.id === role.id).permission_ids).toEqual([])
    expect((await call('GET', 'permissions')).data.map(({ name }: { name: string }) => name)).not.toContain(
      'gone',
    )
  })

  test('has a unique name', async () => {
    await create('roles', { name: 'Taken' })
    const other = await create('roles', { name: 'Free' })
    expect((await call('POST', 'roles', { name: 'TAKEN' })).status).toBe(409)
    expect((await call('PATCH', `roles/${other.id}`, { name: 'taken' })).status).toBe(409)
    await create('permissions', { name: 'taken' })
    expect((await call('POST', 'permissions', { name: 'Taken' })).status).toBe(409)
  })

  test.each([
    {},
    { name: '' },
    { name: 'x', permission_ids: [crypto.randomUUID()] },
    { name: 'x', is_admin: true },
  ])('refuses %j', async (body) => {
    expect((await call('POST', 'roles', body)).status).toBe(400)
  })

  test('of another project is 404', async () => {
    const other = await app.createProject()
    const role = await create('roles', { name: 'Foreign' }, other)
    const permission = await create('permissions', { name: 'foreign' }, other)
    const { user } = await signUp(app, project)
    expect((await call('PATCH', `roles/${role.id}`, { name: 'mine' })).status).toBe(404)
    expect((await call('DELETE', `roles/${role.id}`)).status).toBe(404)
    expect((await call('DELETE', `permissions/${permission.id}`)).status).toBe(404)
    expect((await call('POST', 'roles', { name: 'mine', permission_ids: [permission.id] })).status).toBe(400)
    expect((await call('PUT', `users/${user.id}/roles`, { role_ids: [role.id] })).status).toBe(400)
    expect((await call('POST', `users/${user.id}/roles`, { role_id: role.id })).status).toBe(400)
    expect((await call('GET', 'roles', undefined, other)).data).toEqual([role])
  })
})

describe('a user', () => {
  test('gets and loses roles', async () => {
    const { user } = await signUp(app, project)
    const [one, two] = [await create('roles', { name: 'One' }), await create('roles', { name: 'Two' })]
    const path = `users/${user.id}/roles`
    const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)
    expect((await call('GET', path)).data).toEqual([])
    expect(names(await call('POST', path, { role_id: one.id }))).toEqual(['One'])
    expect(names(await call('POST', path, { role_id: one.id }))).toEqual(['One'])
    expect(names(await call('POST', path, { role_id: two.id }))).toEqual(['One', 'Two'])
    expect(names(await call('PUT', path, { role_ids: [two.id, two.id] }))).toEqual(['Two'])
    expect((await call('DELETE', `${path}/${two.id}`)).status).toBe(204)
    expect((await call('DELETE', `${path}/${two.id}`)).status).toBe(404)
    expect((await call('GET', path)).data).toEqual([])
  })

  test('of another project is 404', async () => {
    const other = await app.createProject()
    const { user } = await signUp(app, other)
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { role_ids: [] }],
    ] as const) {
      expect((await call(method, `users/${user.id}/roles`, body)).status).toBe(404)
    }
  })

  test('cannot assign roles to themselves; secret keys can, publishable ones cannot', async () => {
    const { user, token } = await signUp(app, project)
    const role = await create('roles', { name: 'Wanted' })
    const put = async (options: object) => {
      const path = `/projects/${project.id}/users/${user.id}/roles`
      return (await app.api('PUT', path, { ...options, body: { role_ids: [role.id] } })).status
    }
    expect(await put({ token })).toBe(403)
    expect(await put({ key: project.publishable })).toBe(403)
    expect(await put({ key: project.secret })).toBe(200)
    for (const what of ['roles', 'permissions']) {
      for (const options of [{ token }, { key: project.secret }]) {
        const answer = await app.api('POST', `/projects/${project.id}/${what}`, {
          ...options,
          body: { name: 'x' },
        })
        expect(answer.status).toBe(403)
      }
    }
  })
})
