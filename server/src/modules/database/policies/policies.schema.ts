// What goes in and out of the policy routes.
import { z } from 'zod'
import { POLICY_ACTIONS, POLICY_EFFECTS, POLICY_SUBJECTS } from '#engine/access/policy.ts'
import { freeObject, projectParams, uuid } from '#platform/http/routes/validation.ts'

// Each is read whole, and evaluated by itself.
const MAX_ROWS = 20

const action = z.enum(POLICY_ACTIONS).meta({ id: 'PolicyAction' })
const subject = z
  .enum(POLICY_SUBJECTS)
  .describe(
    '`public` any credential of the project; `authenticated` a signed-in user; `owner` the user whom the row ' +
      'belongs to (user_id, else owner_id, else created_by); `api_key` API keys; `role` users with one of role_ids.',
  )
  .meta({ id: 'PolicySubject' })
const effect = z
  .enum(POLICY_EFFECTS)
  .describe('`allow` policies add up; a `deny` always wins.')
  .meta({ id: 'PolicyEffect' })
const condition = z
  .string()
  .max(10_000, 'must have at most 10000 characters')
  .nullable()
  .describe(
    "A boolean SQL expression over the row's columns, auth.uid(), auth.email() and auth.claim('x'), with subqueries into the project's " +
      'tables. `from unrestricted(table)` reads one past its policies.',
  )
  .meta({ id: 'RowCondition' })
const roleIds = z.array(uuid).max(100, 'must name at most 100 roles').nullable()

/** policyCreate is the body of POST …/rls. */
export const policyCreate = z
  .strictObject({
    action,
    subject,
    effect: effect.default('allow'),
    condition: condition.optional(),
    role_ids: roleIds.optional(),
  })
  .meta({ id: 'PolicyCreate' })

const policyEntry = policyCreate
  .extend({
    action: z.enum([...POLICY_ACTIONS, 'all']).describe('`all`: a policy of each action.'),
  })
  .transform(({ condition = null, role_ids = null, ...rest }) => ({ ...rest, condition, role_ids }))
  .meta({ id: 'PolicyEntry' })

/** policyList is the body of PUT …/rls. */
export const policyList = z
  .strictObject({ policies: z.array(policyEntry).max(100, 'must have at most 100 policies') })
  .meta({ id: 'PolicyList' })

/** openTable is what callers can do with some row of a table. */
export const openTable = z
  .object({
    table_id: z.uuid(),
    table: z.string(),
    policies: z
      .int()
      .describe(
        'How many there are. Where there are none, only secret keys and the dashboard get at the rows.',
      ),
    publishable: z.array(action).describe('What callers with a publishable key alone can do with some row.'),
    users: z.array(action).describe('What signed-in users can do with some row.'),
  })
  .meta({ id: 'OpenTable' })

/** policyUpdate is the body of PATCH …/rls/{policyID}. */
export const policyUpdate = z
  .strictObject({
    action: action.optional(),
    subject: subject.optional(),
    effect: effect.optional(),
    condition: condition.optional(),
    role_ids: roleIds.optional(),
  })
  .meta({ id: 'PolicyUpdate' })

/** policy is a policy as the API shows it. */
export const policy = z
  .object({
    id: z.uuid(),
    table_id: z.uuid(),
    action,
    subject,
    effect,
    condition,
    role_ids: z.array(z.uuid()).nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Policy' })

const tableID = z.string().min(1).max(63).describe("The table's id or slug.")

/** tableParams is the path of a table's policies. */
export const tableParams = projectParams.extend({ tableID })

/** policyParams is the path of one policy. */
export const policyParams = projectParams.extend({ tableID, policyID: uuid })

/** conditionBody is the body of POST …/rls/check. */
export const conditionBody = z
  .strictObject({ condition: condition.unwrap().min(1, 'must not be empty') })
  .meta({ id: 'PolicyCondition' })

/** conditionCheck is whether a condition is accepted, and if not, why and where. */
export const conditionCheck = z
  .object({
    valid: z.boolean(),
    message: z.string().nullable().describe('What is wrong; null where nothing is.'),
    position: z
      .int()
      .nullable()
      .describe('Where, in UTF-16 units from the start of the condition; null where there is no one place.'),
  })
  .meta({ id: 'PolicyConditionCheck' })

/** explainBody is the body of POST …/rls/explain: who, what, and which row. */
export const explainBody = z
  .strictObject({
    action,
    key: z.enum(['secret', 'publishable']).optional().describe('Explain for an API key of this kind.'),
    user: z
      .strictObject({
        id: uuid,
        email: z.string().max(254).optional(),
        role_ids: z.array(uuid).max(100).default([]),
        claims: freeObject.default({}),
      })
      .optional()
      .describe('Explain for a signed-in user.'),
    row_id: uuid.optional().describe('A row of the table.'),
    row: freeObject.optional().describe('A row as it would be, for instance before an insert.'),
  })
  .refine((body) => (body.key === undefined) !== (body.user === undefined), 'say either key or user')
  .refine((body) => (body.row_id === undefined) !== (body.row === undefined), 'say either row_id or row')
  .meta({ id: 'PolicyQuestion' })

/** explanation is why a caller may or may not do an action with a row. */
export const explanation = z
  .object({
    allowed: z.boolean(),
    reason: z.string(),
    policies: z.array(
      policy.pick({ id: true, subject: true, effect: true, condition: true, role_ids: true }).extend({
        subject_matches: z.boolean(),
        condition_matches: z.boolean().nullable(),
        unrestricted: z
          .array(z.string())
          .describe('The tables that its condition reads past their policies.'),
        decides: z.boolean().describe('Whether this policy brought about the outcome.'),
      }),
    ),
  })
  .meta({ id: 'PolicyExplanation' })

/** explainRowsBody is the body of POST …/rls/explain-rows. */
export const explainRowsBody = z
  .strictObject({
    action,
    row_ids: z.array(uuid).min(1, 'must name a row').max(MAX_ROWS, `must name at most ${MAX_ROWS} rows`),
  })
  .meta({ id: 'PolicyRowsQuestion' })

/** rowExplanation is the explanation of one stored row. */
export const rowExplanation = explanation.extend({ row_id: z.uuid() }).meta({ id: 'PolicyRowExplanation' })

/** Explanation is what the explain route says. */
export type Explanation = z.output<typeof explanation>

/** ReadQuestion asks whether a caller may see a row. */
export type ReadQuestion = Omit<z.output<typeof explainBody>, 'action'>
