// Changes of policies done again from what the history noted of them. A policy has another id in
// another project, so it is identified by its fields.
import { z } from 'zod'
import type { ChangeScope } from '#modules/database/schema/change/schema-change.service.ts'
import { type Applier, applier } from '#modules/database/schema/sync/apply-change.service.ts'
import { readTables } from '#platform/db/catalog/table-shapes.ts'
import { notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { policyCreate, policyList, policyUpdate } from './policies.schema.ts'
import { createPolicy, removePolicy, updatePolicy } from './policies.service.ts'
import { listPolicies, type PolicyFields } from './policies.store.ts'
import { replacePolicies } from './table-policies.service.ts'

const table = z.string()
const said = policyCreate.transform(({ condition = null, role_ids = null, ...rest }) => ({
  ...rest,
  condition,
  role_ids,
}))

/** POLICY_CHANGES are the changes of policies by kind. */
export const POLICY_CHANGES: Readonly<Record<string, Applier>> = {
  'policy.create': applier({ table, input: said }, (platform, scope, operation) =>
    createPolicy(platform, scope, operation.table, operation.input),
  ),
  'policy.update': applier(
    { table, policy: said, input: policyUpdate },
    async (platform, scope, operation) => {
      const id = await policyOf(platform, scope, operation.table, operation.policy)
      return updatePolicy(platform, scope, operation.table, id, operation.input)
    },
  ),
  'policy.replace': applier({ table, input: policyList }, (platform, scope, operation) =>
    replacePolicies(platform, scope, operation.table, operation.input.policies),
  ),
  'policy.remove': applier({ table, policy: said }, async (platform, scope, operation) => {
    const id = await policyOf(platform, scope, operation.table, operation.policy)
    return removePolicy(platform, scope, operation.table, id)
  }),
}

async function policyOf(
  platform: Platform,
  { project }: ChangeScope,
  slug: string,
  fields: PolicyFields,
): Promise<string> {
  const { admin } = platform.clusters.of(project)
  const shape = (await readTables(admin, project.id)).get(slug)
  if (shape === undefined) throw notFound(`The table ${slug.slice(0, 63)}`)
  const key = keyOf(fields)
  const policy = (await listPolicies(admin, shape.id)).find((one) => keyOf(one) === key)
  if (policy === undefined) throw notFound(`The policy of ${slug} for ${fields.action}`)
  return policy.id
}

function keyOf({ action, subject, effect, condition, role_ids }: PolicyFields): string {
  return JSON.stringify([action, subject, effect, condition, role_ids?.toSorted() ?? []])
}
