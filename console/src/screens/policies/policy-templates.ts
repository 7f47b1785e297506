// What policies usually say.
import type { Policy, Table } from '#api/client/schemas.ts'
import { OWNER_COLUMNS } from '#api/data/tables.ts'

/** ACTIONS are what policies decide about. */
export const ACTIONS = ['select', 'insert', 'update', 'delete'] as const

// Users and payments are written by routes of their own, files under the policies of their table.
const READ_ONLY: ReadonlySet<string> = new Set(['users', 'payment_transactions'])

/** actionsOf returns what policies of a table can decide about. */
export function actionsOf({ slug }: Table): readonly (typeof ACTIONS)[number][] {
  return READ_ONLY.has(slug) ? ['select'] : ACTIONS
}

/** SUBJECTS are whom policies are about. */
export const SUBJECTS = ['public', 'authenticated', 'owner', 'api_key', 'role'] as const

/** PolicyDraft is a policy as it is typed. */
export interface PolicyDraft extends Pick<Policy, 'action' | 'subject' | 'effect' | 'condition'> {
  readonly role_ids: readonly string[]
}

/** Template is a condition with its name; null is no condition. */
export interface Template {
  readonly name: 'all' | 'own' | 'team' | 'published' | 'confirmed' | 'factor'
  readonly condition: string | null
}

/** conditionName returns the template that a condition is, or `other`. */
export function conditionName(table: Table, condition: string | null): Template['name'] | 'other' {
  return templatesOf(table).find((one) => one.condition === condition)?.name ?? 'other'
}

/** templatesOf returns the templates that the columns of a table allow. */
export function templatesOf({ columns }: Table): Template[] {
  const found = (...names: readonly string[]) => columns.find(({ name }) => names.includes(name))?.name
  const owner = found(...OWNER_COLUMNS)
  const team = found('team_id', 'organisation_id')
  const state = columns.find(
    ({ name, enum_values }) => name === 'status' || enum_values?.includes('published'),
  )
  const flag = columns.find(({ name, data_type }) => name === 'published' && data_type === 'boolean')
  const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name}"`)
  const templates: (Template | undefined)[] = [
    { name: 'all', condition: null },
    owner === undefined ? undefined : { name: 'own', condition: `${quoted(owner)} = auth.uid()` },
    team === undefined
      ? undefined
      : {
          name: 'team',
          condition: `${quoted(team)} in (select ${quoted(team)} from memberships where user_id = auth.uid())`,
        },
    flag === undefined
      ? state === undefined
        ? undefined
        : { name: 'published', condition: `${quoted(state.name)} = 'published'` }
      : { name: 'published', condition: quoted(flag.name) },
    { name: 'confirmed', condition: "auth.claim('email_verified') = 'true'" },
    { name: 'factor', condition: "auth.claim('aal') = 'aal2'" },
  ]
  return templates.filter((template) => template !== undefined)
}
