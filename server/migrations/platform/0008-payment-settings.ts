// Settings of payments: which providers a project uses, with their credentials sealed.

const STATEMENTS = `
create table platform.payment_settings (
  project_id uuid primary key references platform.projects on delete cascade,
  settings jsonb not null,
  sealed text not null,
  updated_at timestamptz not null
);
`

/** paymentSettings makes the table of the settings of payments. */
export const paymentSettings = [STATEMENTS]
