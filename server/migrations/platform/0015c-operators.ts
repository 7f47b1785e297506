// Operators of the installation. The account that has been there for longest is one.

const STATEMENTS = `
create table platform.operators (
  account_id uuid primary key references platform.accounts on delete cascade,
  created_at timestamptz not null
);
insert into platform.operators (account_id, created_at)
select id, created_at from platform.accounts order by created_at, id limit 1;
`

/** operators makes the table of operators. */
export const operators = [STATEMENTS]
