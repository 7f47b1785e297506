// All policies of a table at once, as a list says.
import { isDeepStrictEqual } from 'node:util'
import { POLICY_ACTIONS, type PolicyAction } from '#engine/access/policy.ts'
import { loadParser } from '#engine/parser/parse-sql.ts'
import {
  type ChangeScope,
  changeSchema,
  type SchemaChange,
} from '#modules/database/schema/change/schema-change.service.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { below } from '#platform/errors/below.ts'
import type { Platform } from '#platform/platform.ts'
import { policyList } from './policies.schema.ts'
import { checkPolicy, fieldsOf, MAX_POLICIES, withRestored } from './policies.service.ts'
import * as store from './policies.store.ts'

/** policyEntries is the list in a request. */
export const policyEntries = policyList.shape.policies

/** PolicyEntry is what a list says of a policy; `all` stands for one of each action. */
export interface PolicyEntry extends Omit<store.PolicyFields, 'action'> {
  readonly action: PolicyAction | 'all'
}

/** replacePolicies makes the policies of a table what a list says, all or none, with one entry in the history. */
export function replacePolicies(
  platform: Platform,
  scope: ChangeScope,
  tableId: string,
  policies: readonly PolicyEntry[],
): Promise<store.PolicyRow[]> {
  return changeSchema(platform, scope, (change) =>
    setPolicies(change, tableId, policies, (table) =>
      change.note({ kind: 'policy.replace', table, input: { policies } }),
    ),
  )
}

/**
 * setPolicies makes the policies of a table what a list says, in a change that is under way. Those that stay as they are keep their
 * ids; what is wrong with one is said of its place in the list. `note` gets the slug of the table.
 */
export function setPolicies(
  change: SchemaChange,
  tableId: string,
  wanted: readonly PolicyEntry[],
  note: (slug: string) => void = () => {},
): Promise<store.PolicyRow[]> {
  const left = wanted.flatMap(({ action, ...rest }) =>
    (action === 'all' ? POLICY_ACTIONS : [action]).map((one) => ({ ...rest, action: one })),
  )
  if (left.length > MAX_POLICIES)
    throw invalidInput(`policies: a table has at most ${MAX_POLICIES}; join some of them into one.`)
  return withRestored(
    change,
    tableId,
    async ({ client }, table, tables) => {
      note(table.slug)
      await loadParser()
      for (const [index, entry] of wanted.entries())
        await below(`policies.${index}`, () => checkPolicy(tables, table, entry))
      for (const known of await store.listPolicies(client, table.id)) {
        const same = left.findIndex((one) => isDeepStrictEqual(one, fieldsOf(known)))
        if (same >= 0) left.splice(same, 1)
        else await store.deletePolicy(client, known.id)
      }
      for (const fields of left) await store.insertPolicy(client, table.id, fields)
      return store.listPolicies(client, table.id)
    },
    wanted.length === 0,
  )
}
