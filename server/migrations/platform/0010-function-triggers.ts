// Triggers of functions, notices of their failures, and the functions that project auth asks.

const STATEMENTS = `
-- A trigger is a webhook whose target is a function of the project.
alter table platform.webhooks
  add column function_id uuid references platform.functions on delete cascade,
  alter column url drop not null,
  alter column secret drop not null,
  add constraint webhooks_target check (
    (function_id is null) = (url is not null) and (function_id is null) = (secret is not null));
create index webhooks_function on platform.webhooks (function_id) where function_id is not null;
create index webhook_deliveries_failed on platform.webhook_deliveries (webhook_id) where status = 'failed';

-- Failures that were not announced yet, and when they may be at the earliest.
create table platform.function_failures (
  function_id uuid primary key references platform.functions on delete cascade,
  project_id uuid not null,
  failures integer not null,
  since timestamptz not null,
  latest jsonb not null,
  due_at timestamptz not null
);
create index function_failures_due on platform.function_failures (due_at) where failures > 0;

-- Slugs, not references: a hook whose function is gone must refuse, and not vanish.
create table platform.auth_hooks (
  project_id uuid primary key references platform.projects on delete cascade,
  before_signup text,
  access_token text,
  send_mail text,
  send_sms text,
  updated_at timestamptz not null
);
`

/** functionTriggers makes the tables of triggers, failures and auth hooks. */
export const functionTriggers = [STATEMENTS]
