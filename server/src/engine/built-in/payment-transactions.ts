// The table `payment_transactions`: one row for each payment, so that policies, joins, queries and live changes
// work on payments as on rows. It follows what the server keeps of payments: one UPDATE for each change of their state.

const STATEMENTS = `
create table payment_transactions (
  id uuid not null constraint payment_transactions$pkey primary key,
  version integer not null,
  provider text not null,
  kind text not null,
  environment text not null,
  status text not null,
  amount bigint not null,
  currency text not null,
  refunded_amount bigint not null default 0,
  phone text,
  user_id uuid,
  order_id text,
  description text,
  metadata jsonb not null default '{}',
  reference text,
  receipt text,
  failure text,
  alert text,
  expires_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index payment_transactions$created on payment_transactions (created_at desc, id desc);
create index payment_transactions$user on payment_transactions (user_id, created_at desc) where user_id is not null;
create index payment_transactions$order on payment_transactions (order_id) where order_id is not null`

/** PAYMENT_TRANSACTIONS are the payments of a project. */
export const PAYMENT_TRANSACTIONS = {
  slug: 'payment_transactions',
  description: 'The payments of this project.',
  columns: {
    id: 'uuid',
    version: 'integer',
    provider: 'text',
    kind: 'text',
    environment: 'text',
    status: 'text',
    amount: 'bigint',
    currency: 'text',
    refunded_amount: 'bigint',
    phone: 'text',
    user_id: 'uuid',
    order_id: 'text',
    description: 'text',
    metadata: 'jsonb',
    reference: 'text',
    receipt: 'text',
    failure: 'text',
    alert: 'text',
    expires_at: 'timestamp',
    completed_at: 'timestamp',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  statements: STATEMENTS,
  rights: 'select',
  owner_column: 'user_id',
  writtenBy: 'Payments are written through /payments, not by SQL.',
  // Payers see their own payments, until the project says otherwise.
  policies: [{ action: 'select', subject: 'owner', effect: 'allow' }],
} as const
