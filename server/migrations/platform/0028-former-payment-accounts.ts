// Accounts of payment providers that a project used until lately: payments that were started with them are asked about with them.

const STATEMENTS = `
create table platform.former_payment_accounts (
  project_id uuid not null references platform.projects on delete cascade,
  account text not null,
  sealed text not null,
  replaced_at timestamptz not null,
  primary key (project_id, account)
);
`

/** formerPaymentAccounts makes the table of former accounts of payment providers. */
export const formerPaymentAccounts = [STATEMENTS]
