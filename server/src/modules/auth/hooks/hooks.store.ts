// The SQL of auth hooks: table `platform.auth_hooks`, by the slugs of functions.
import type { Queryable } from '#platform/db/transaction.ts'

/** HOOKS are the moments at which project auth asks a function. */
export const HOOKS = ['before_signup', 'access_token', 'send_mail', 'send_sms'] as const

/** HookName is one of them. */
export type HookName = (typeof HOOKS)[number]

/** HookSettings name the function of each hook. */
export type HookSettings = { readonly [Name in HookName]: string | null }

const NONE: HookSettings = { before_signup: null, access_token: null, send_mail: null, send_sms: null }
const COLUMNS = HOOKS.join(', ')

/** findHooks returns the hooks of a project. */
export async function findHooks(db: Queryable, projectId: string): Promise<HookSettings> {
  const sql = `select ${COLUMNS} from platform.auth_hooks where project_id = $1`
  return (await db.query<HookSettings>(sql, [projectId])).rows[0] ?? NONE
}

/** lockHooks has those who change the hooks of a project take turns, until the transaction ends. */
export async function lockHooks(db: Queryable, projectId: string): Promise<void> {
  await db.query('select from platform.projects where id = $1 for no key update', [projectId])
}

/** saveHooks stores the hooks of a project. */
export async function saveHooks(
  db: Queryable,
  projectId: string,
  hooks: HookSettings,
  at: Date,
): Promise<void> {
  await db.query(
    `insert into platform.auth_hooks (project_id, ${COLUMNS}, updated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (project_id) do update set before_signup = $2, access_token = $3, send_mail = $4, send_sms = $5,
       updated_at = $6`,
    [projectId, ...HOOKS.map((name) => hooks[name]), at],
  )
}

/** takeOffHooks takes a function off all hooks of a project, and returns what is left. */
export async function takeOffHooks(
  db: Queryable,
  projectId: string,
  slug: string,
  at: Date,
): Promise<HookSettings> {
  const left = HOOKS.map((name) => `${name} = nullif(${name}, $2)`).join(', ')
  const { rows } = await db.query<HookSettings>(
    `update platform.auth_hooks set ${left}, updated_at = $3 where project_id = $1 returning ${COLUMNS}`,
    [projectId, slug, at],
  )
  return rows[0] ?? NONE
}
