// The public half of a user: the row in the project's own table `users`. It is read like other data of the
// project, and written only on connections that log in as the project's owner: a trigger of the project, on this table
// or on one that refers to it, must not run with more privileges than that.
import type pg from 'pg'
import type { Auth } from '#modules/auth/context/auth.ts'
import { type Actor, contextOf, type ProjectRecord } from '#platform/credentials/actor.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { AppError, alreadyExists, conflict, forbidden } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'

/** PublicUser is a row of `users`. */
export interface PublicUser {
  readonly id: string
  readonly email: string | null
  readonly phone: string | null
  readonly full_name: string | null
  readonly is_active: boolean
  readonly created_at: Date
  readonly updated_at: Date
}

export type UserChanges = {
  [Field in 'email' | 'phone' | 'full_name' | 'is_active']?: PublicUser[Field] | undefined
}

/** UserOrder is what users are sorted by, and in which direction. */
export type UserOrder = `${'created_at' | 'updated_at' | 'email' | 'phone' | 'full_name'}.${'asc' | 'desc'}`

/** UserSearch says which users to list. */
export interface UserSearch {
  readonly search?: string | undefined
  /** phone is `search` as a phone number in E.164, if it is one. */
  readonly phone?: string | undefined
  readonly is_active?: boolean | undefined
  readonly created_after?: Date | undefined
  readonly created_before?: Date | undefined
  /** members are the ids of those who come into question, as an array in PostgreSQL's text form. */
  readonly members?: string | undefined
  /** verified are users who have proven the address `emails` at the same place; `wanted` says whether to list these or the others. */
  readonly verified?: { readonly ids: string; readonly emails: string; readonly wanted: boolean } | undefined
  readonly order: UserOrder
  readonly page: number
  readonly limit: number
}

const COLUMNS = 'id, email, phone, full_name, is_active, created_at, updated_at'
const TIMEOUT = "set local statement_timeout = '15s'; set local msingi.kind = 'dashboard'"

// Reads as the server itself, regardless of the project's policies.
const SERVER = contextOf({ type: 'dashboard' } as Actor)

/** findUser finds a user by id, e-mail address (ignoring case) or phone number. */
export async function findUser(
  platform: Platform,
  project: ProjectRecord,
  by: 'id' | 'email' | 'phone',
  value: string,
): Promise<PublicUser | undefined> {
  const condition = by === 'email' ? 'lower(email) = lower($1)' : `${by} = $1`
  const [user] = await read(platform, project, `where ${condition}`, [value])
  return user
}

/**
 * findSettledUser finds a user by id when every transaction that writes `users` now has ended, also one that has yet to
 * commit the user. It throws 503 where one takes longer than a second: meanwhile it holds up whoever writes later.
 */
export async function findSettledUser(
  auth: Auth,
  project: ProjectRecord,
  id: string,
): Promise<PublicUser | undefined> {
  const table = tableOf(project)
  return writeUsers(auth, project, async (client) => {
    await client.query(`set local lock_timeout = '1s'; lock table ${table} in share mode`)
    const { rows } = await client.query<PublicUser>(`select ${COLUMNS} from ${table} where id = $1`, [id])
    return rows[0]
  }).catch((error) => {
    if (!(error instanceof AppError) || error.code !== 'changed_meanwhile') throw error
    throw new AppError('unavailable', 'This user is being made at the moment. Sign in again.')
  })
}

/** listUsers returns a page of users, with one row more than `limit` if there is a next page. */
export function listUsers(
  platform: Platform,
  project: ProjectRecord,
  search: UserSearch,
): Promise<PublicUser[]> {
  const { order, page, limit } = search
  const [column = 'created_at', direction = 'desc'] = order.split('.')
  const values = [...valuesOf(search), String(limit + 1), String((page - 1) * limit)]
  const rest = `order by ${column} ${direction} nulls last, id ${direction} limit $10 offset $11`
  return read(platform, project, `${MATCHES} ${rest}`, values)
}

/** countUsers returns how many users there are on all pages. */
export async function countUsers(
  platform: Platform,
  project: ProjectRecord,
  search: UserSearch,
): Promise<number> {
  const text = `select count(*) from ${tableOf(project)} ${MATCHES}`
  const { executor } = platform.clusters.of(project)
  const statement = { text, values: valuesOf(search) }
  const [result] = await executor.execute(project, SERVER, [statement], { readOnly: true })
  return Number(result?.rows[0]?.[0])
}

const MATCHES = `where ($1::text is null or email ilike $1 or phone like $1 or phone = $9 or full_name ilike $1)
  and ($2::boolean is null or is_active = $2)
  and ($3::timestamptz is null or created_at >= $3) and ($4::timestamptz is null or created_at < $4)
  and ($5::uuid[] is null or id = any($5))
  and ($6::boolean is null or $6 = exists (
    select from unnest($7::uuid[], $8::text[]) as v (user_id, address)
    where v.user_id = id and v.address = lower(email)))`

function valuesOf({
  search,
  phone,
  is_active,
  created_after,
  created_before,
  members,
  verified,
}: UserSearch): (string | null)[] {
  const like = search === undefined ? null : `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return [
    like,
    is_active === undefined ? null : String(is_active),
    created_after?.toISOString() ?? null,
    created_before?.toISOString() ?? null,
    members ?? null,
    verified === undefined ? null : String(verified.wanted),
    verified?.ids ?? null,
    verified?.emails ?? null,
    phone ?? null,
  ]
}

/** writeUsers runs `work` in a transaction as the project's owner. It rolls back if `work` throws. */
export function writeUsers<T>(
  { platform }: Auth,
  project: ProjectRecord,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const bounded = async (client: pg.ClientBase) => {
    await client.query(TIMEOUT)
    return work(client)
  }
  return platform.clusters
    .of(project)
    .asOwner(bounded, 'users')
    .catch((error) => {
      throw duplicate(error)
    })
}

/** insertUser throws 403 if a trigger of the project suppressed the row. */
export async function insertUser(
  client: pg.ClientBase,
  project: ProjectRecord,
  user: Omit<PublicUser, 'is_active' | 'updated_at'>,
): Promise<PublicUser> {
  const { rows } = await client.query<PublicUser>(
    `insert into ${tableOf(project)} (id, email, phone, full_name, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5) returning ${COLUMNS}`,
    [user.id, user.email, user.phone, user.full_name, user.created_at],
  )
  if (rows[0] === undefined)
    throw forbidden('forbidden', 'A trigger on the users table of this project prevented the insert.')
  return rows[0]
}

/** updateUser returns undefined if there is no such row. */
export async function updateUser(
  client: pg.ClientBase,
  project: ProjectRecord,
  id: string,
  changes: UserChanges,
  now: Date,
): Promise<PublicUser | undefined> {
  const { email, phone, full_name, is_active } = changes
  const { rows } = await client.query<PublicUser>(
    `update ${tableOf(project)} set email = coalesce($2, email), phone = coalesce($3, phone),
       full_name = coalesce($4, full_name), is_active = coalesce($5, is_active), updated_at = $6
     where id = $1 returning ${COLUMNS}`,
    [id, email, phone, full_name, is_active, now],
  )
  return rows[0]
}

/** setContacts fills in a row without e-mail address and phone number; it returns undefined if there is no such row. */
export async function setContacts(
  client: pg.ClientBase,
  project: ProjectRecord,
  id: string,
  { email, phone, full_name }: Pick<PublicUser, 'email' | 'phone' | 'full_name'>,
  now: Date,
): Promise<PublicUser | undefined> {
  const { rows } = await client.query<PublicUser>(
    `update ${tableOf(project)} set email = $2, phone = $3, full_name = coalesce($4, full_name), updated_at = $5
     where id = $1 and email is null and phone is null returning ${COLUMNS}`,
    [id, email, phone, full_name, now],
  )
  return rows[0]
}

/** releasePhone removes the phone number from a user. */
export async function releasePhone(
  client: pg.ClientBase,
  project: ProjectRecord,
  { id, phone }: PublicUser,
  now: Date,
): Promise<void> {
  await client.query(
    `update ${tableOf(project)} set phone = null, updated_at = $3 where id = $1 and phone = $2`,
    [id, phone, now],
  )
}

/** deleteUser reports whether the row existed, or throws 409 where a trigger of the project keeps it. */
export async function deleteUser(
  client: pg.ClientBase,
  project: ProjectRecord,
  id: string,
): Promise<boolean> {
  const where = `from ${tableOf(project)} where id = $1`
  if ((await client.query(`delete ${where}`, [id])).rowCount === 1) return true
  if ((await client.query(`select ${where}`, [id])).rowCount === 0) return false
  throw conflict('wrong_state', 'A trigger of the table users keeps this user.')
}

async function read(
  platform: Platform,
  project: ProjectRecord,
  rest: string,
  values: (string | null)[],
): Promise<PublicUser[]> {
  const text = `select row_to_json(u)::text from (select ${COLUMNS} from ${tableOf(project)} ${rest}) u`
  const { executor } = platform.clusters.of(project)
  const [result] = await executor.execute(project, SERVER, [{ text, values }], { readOnly: true })
  return (result?.rows ?? []).map(([json]) => parseUser(String(json)))
}

function parseUser(json: string): PublicUser {
  const { created_at, updated_at, ...user } = JSON.parse(json)
  return { ...user, created_at: new Date(created_at), updated_at: new Date(updated_at) }
}

function tableOf({ id }: ProjectRecord): string {
  return `${projectNames(id).schema}.users`
}

const TAKEN: Record<string, readonly [field: string, sentence: string]> = {
  users_email_key: ['email', 'A user with this e-mail address already exists.'],
  users_phone_key: ['phone', 'A user with this phone number already exists.'],
}

function duplicate(error: unknown): unknown {
  if (!(error instanceof AppError) || error.status !== 409) return error
  const { constraint } = (error.details ?? {}) as { constraint?: string }
  const taken = TAKEN[constraint ?? '']
  return taken === undefined ? error : alreadyExists(taken[0], taken[1])
}
