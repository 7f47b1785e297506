// From nothing to an empty project: account, project, keys, tables, foreign keys, policies.
import { randomBytes, randomUUID } from 'node:crypto'
import { request } from './http.ts'
import { wholeTables } from './tables.ts'

/** Account is an account of the dashboard. */
export interface Account {
  readonly email: string
  readonly password: string
}

/** Project is the project that the example creates. */
export interface Project {
  readonly id: string
  readonly secretKey: string
  readonly publishableKey: string
}

interface SignedIn {
  readonly tokens: { readonly access_token: string }
}

/** inventAccount returns a new account with a random address. */
export function inventAccount(): Account {
  return {
    email: `music-store-${randomUUID().slice(0, 8)}@example.com`,
    password: `m1-${randomBytes(12).toString('base64url')}`,
  }
}

/** register creates the account on the server and returns its access token. */
export async function register(base: string, account: Account): Promise<string> {
  const body = { ...account, full_name: 'Music Store' }
  const { data } = await request<SignedIn>(base, { method: 'POST', path: '/api/v1/auth/register', body })
  return data.tokens.access_token
}

/** signIn returns an access token of an account that exists. */
export async function signIn(base: string, account: Account): Promise<string> {
  const { data } = await request<SignedIn>(base, {
    method: 'POST',
    path: '/api/v1/auth/login',
    body: account,
  })
  return data.tokens.access_token
}

/** createProject creates the project and its two keys. */
export async function createProject(base: string, token: string): Promise<Project> {
  const body = { name: 'Music store' }
  const { data } = await request<{ id: string }>(base, {
    method: 'POST',
    path: '/api/v1/projects',
    token,
    body,
  })
  return {
    id: data.id,
    secretKey: await createKey(base, token, data.id, 'secret'),
    publishableKey: await createKey(base, token, data.id, 'publishable'),
  }
}

async function createKey(base: string, token: string, project: string, kind: string): Promise<string> {
  const path = `/api/v1/projects/${project}/api-keys`
  const body = { name: `Example, ${kind}`, kind }
  const { data } = await request<{ id: string; key: string }>(base, { method: 'POST', path, token, body })
  return data.key
}

/** createTables creates the tables, their foreign keys and policies. */
export async function createTables(base: string, token: string, project: string): Promise<void> {
  const path = `/api/v1/projects/${project}/tables`
  for (const body of wholeTables()) await request(base, { method: 'POST', path, token, body })
}
