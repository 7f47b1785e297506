// Plans of projects by period, invoices, warnings about quotas, and projects' own rate limits.

const STATEMENTS = `
-- Terms of plans as they once stood in the operator's file, by their digest.
create table platform.plan_terms (
  digest text primary key,
  terms jsonb not null
);

-- Which plan a project has from a day on, until its next row or the end of the month. A month's rows go when its invoice is
-- made. The latest row holds the plan that takes its place when the month ends.
create table platform.billing_plans (
  project_id uuid not null references platform.projects on delete cascade,
  starts date not null,
  plan_id text not null,
  digest text not null references platform.plan_terms,
  next_plan_id text,
  version integer not null default 1,
  primary key (project_id, starts)
);
create index billing_plans_starts on platform.billing_plans (starts, project_id);

-- Without references: invoices outlive their project.
create table platform.invoices (
  id uuid primary key,
  organisation_id uuid not null,
  project_id uuid not null,
  project_name text not null,
  period date not null,
  currency text not null,
  total bigint not null check (total >= 0),
  lines jsonb not null,
  issued_at timestamptz not null,
  unique (project_id, period)
);
create index invoices_organisation on platform.invoices (organisation_id, period desc, id);

create function platform.keep_invoice() returns trigger language plpgsql as $body$
begin
  raise exception 'an invoice cannot be changed once it is issued';
end
$body$;
create trigger keep_invoice before update or delete on platform.invoices
  for each row execute function platform.keep_invoice();

create table platform.quota_warnings (
  project_id uuid not null references platform.projects on delete cascade,
  period date not null,
  meter text not null,
  percent integer not null,
  primary key (project_id, period, meter, percent)
);

create table platform.rate_limits (
  project_id uuid primary key references platform.projects on delete cascade,
  rules jsonb not null,
  version integer not null
);
`

/** billing makes the tables of plans, plans, invoices and warnings. */
export const billing = [STATEMENTS]
