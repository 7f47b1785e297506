// How many bytes of files each project has sent, month by month.

const STATEMENTS = `
create table platform.storage_egress (
  project_id uuid not null references platform.projects on delete cascade,
  month date not null,
  bytes bigint not null,
  primary key (project_id, month)
);
`

/** storageEgress makes the table of what was sent. */
export const storageEgress = [STATEMENTS]
