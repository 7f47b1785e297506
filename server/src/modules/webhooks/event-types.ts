// The types of events that webhooks receive, in one list: what each is, the JSON schema of its data, and, where
// it follows from a change of a built-in table, from which.
import { z } from 'zod'

/** BuiltInTable is a table of every project whose changes have events of their own. */
export type BuiltInTable = 'users' | 'storage_objects' | 'payment_transactions'

/** EventType is one type of event. */
export interface EventType {
  readonly type: string
  readonly description: string
  readonly data: z.ZodType
  /** table is the built-in table whose changes it follows from. */
  readonly table?: BuiltInTable
}

const row = z.record(z.string(), z.unknown())

const change = (type: 'INSERT' | 'UPDATE' | 'DELETE') =>
  z.object({
    id: z.uuid(),
    type: z.literal(type),
    table: z.string(),
    project_id: z.uuid(),
    record: row.describe(type === 'DELETE' ? 'The row before.' : 'The row.'),
    ...(type === 'UPDATE' ? { old_record: row.optional().describe('The row before.') } : {}),
    created_at: z.iso.datetime(),
  })

const user = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  full_name: z.string().nullable(),
  is_active: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

const userEvent = (type: string, description: string): EventType => ({
  type,
  description,
  data: user,
  table: 'users',
})

const objectEvent = (type: string, description: string): EventType => ({
  type,
  description,
  data: row.describe('The row of storage_objects.'),
  table: 'storage_objects',
})

/** PAYMENT_STATUSES are those that a payment may reach; each has an event. */
const PAYMENT_STATUSES = ['pending', 'completed', 'failed', 'expired', 'cancelled', 'reversed'] as const

const paymentEvent = (name: string, description = `A payment has become ${name}.`): EventType => ({
  type: `payment.${name}`,
  description,
  data: row.describe('The row of payment_transactions.'),
  table: 'payment_transactions',
})

/** EVENT_TYPES are all of them. */
export const EVENT_TYPES: readonly EventType[] = [
  { type: 'row.inserted', description: 'A row was inserted.', data: change('INSERT') },
  { type: 'row.updated', description: 'A row was changed.', data: change('UPDATE') },
  { type: 'row.deleted', description: 'A row was deleted, or soft-deleted.', data: change('DELETE') },
  {
    type: 'row.missed',
    description:
      'Changes of a table could not be read one by one, after TRUNCATE for instance: read its rows.',
    data: z.object({ table: z.string(), reason: z.string() }),
  },
  userEvent('user.created', 'An end user has signed up, or was created.'),
  userEvent('user.updated', 'An end user has changed.'),
  userEvent('user.deleted', 'An end user was deleted.'),
  {
    type: 'user.signed_in',
    description: 'An end user has signed in: a session was opened.',
    data: z.object({ user, methods: z.array(z.string()).describe('How, such as `password`.') }),
  },
  objectEvent('object.created', 'A file was stored.'),
  objectEvent('object.deleted', 'A file was deleted.'),
  {
    type: 'function.failed',
    description:
      'A function has failed: it threw, answered 5xx, took too long or was ended. At most one a minute for each function.',
    data: z.object({
      function: z.object({ id: z.uuid(), slug: z.string() }),
      failures: z.int().describe('How many this event stands for.'),
      since: z.iso.datetime().describe('When the first of them happened.'),
      latest: z.object({
        invocation_id: z.uuid(),
        trigger: z.string(),
        status: z.int(),
        error: z.string().nullable(),
        at: z.iso.datetime(),
      }),
    }),
  },
  ...PAYMENT_STATUSES.map((status) => paymentEvent(status)),
  paymentEvent('refunded', 'A part of a payment was given back: `refunded_amount` says how much by now.'),
  {
    type: 'payment.needs_attention',
    description: 'The provider of payments and the server do not agree, or a payment has an alert.',
    data: z.object({
      differences: z.array(
        z.object({
          cause: z.string().describe('Such as `amount_mismatch`.'),
          message: z.string(),
          transaction_id: z.uuid().nullable().describe('Null where the provider names money of nobody.'),
          provider: z.string(),
          receipt: z.string().nullable(),
          reference: z.string().nullable(),
          order_id: z.string().nullable(),
          status: z.string().nullable(),
          amount: z.int().nullable().describe('What was asked for.'),
          provider_amount: z.number().nullable().describe('What the provider says, where it differs.'),
          currency: z.string(),
        }),
      ),
    }),
  },
  {
    type: 'project.updated',
    description: 'The project was renamed.',
    data: z.object({ id: z.uuid(), name: z.string() }),
  },
  {
    type: 'project.webhook_disabled',
    description: 'The server has disabled another webhook of the project.',
    data: z.object({
      webhook: z.object({ id: z.uuid(), name: z.string(), url: z.string() }),
      reason: z.string(),
    }),
  },
  {
    type: 'project.trigger_disabled',
    description: 'The server has disabled a trigger of a function.',
    data: z.object({
      trigger: z.object({ id: z.uuid(), function_id: z.uuid(), events: z.array(z.string()) }),
      reason: z.string(),
    }),
  },
]

/** describeEventTypes returns the list as the API shows it. */
export function describeEventTypes() {
  return EVENT_TYPES.map(({ type, description, data }) => ({
    type,
    description,
    schema: z.toJSONSchema(data),
  }))
}
