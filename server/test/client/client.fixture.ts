// A server that listens, a project on it, and clients of that project.
import type { AddressInfo } from 'node:net'
import { type Client, createClient, type SessionStorage } from '@msingi/client'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

/** Book is a row of the table that the tests read and write. */
export interface Book {
  readonly id: string
  readonly title: string
  readonly pages: number | null
  readonly user_id: string | null
  readonly created_at: string
}

/** Library is the server with its project. */
export interface Library {
  readonly app: TestApp
  readonly base: string
  readonly project: TestProject
  /** open makes a client; with the secret key where it says so. */
  open(options?: {
    secret?: boolean
    storage?: SessionStorage
    fetch?: typeof fetch
  }): Client<{ books: Book }>
}

/** openLibrary starts it. */
export async function openLibrary(): Promise<Library> {
  const app = await startTestApp()
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const base = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
  const project = await app.createProject()
  const { id, token } = project
  const columns = [
    { name: 'title', data_type: 'text', required: true, unique: true },
    { name: 'pages', data_type: 'integer' },
    { name: 'user_id', data_type: 'uuid' },
  ]
  const table = await app.api('POST', `/projects/${id}/tables`, { token, body: { name: 'books', columns } })
  for (const action of ['select', 'insert', 'update', 'delete']) {
    const body = { action, subject: 'authenticated', effect: 'allow' }
    await app.api('POST', `/projects/${id}/tables/${table.data.id}/rls`, { token, body })
  }
  return {
    app,
    base,
    project,
    open: ({ secret = false, ...options } = {}) =>
      createClient<{ books: Book }>(base, {
        project: id,
        key: secret ? project.secret : project.publishable,
        ...options,
      }),
  }
}

/** AMINA is somebody who can sign up. */
export const AMINA = {
  email: 'amina@example.com',
  password: 'correct horse 1',
  full_name: 'Amina Juma',
  phone: '+255712345678',
}
