// Imports of statements, so that one can be undone: what it has brought, and what it has raised.

// Lines and differences of before belong to none.
const STATEMENTS = `
create table msingi_payments.statement_imports (
  id uuid primary key,
  project_id uuid not null,
  provider text not null,
  environment text not null,
  imported_at timestamptz not null,
  imported_by text not null,
  span_from timestamptz,
  span_to timestamptz,
  lines integer not null,
  -- Null until all lines are stored.
  counts jsonb,
  -- Set before what it has brought is taken away: no more is added.
  undone_at timestamptz
);
create index statement_imports_project on msingi_payments.statement_imports (project_id, imported_at desc, id desc);

alter table msingi_payments.statement_lines
  add column import_id uuid references msingi_payments.statement_imports on delete cascade;
create index statement_lines_import on msingi_payments.statement_lines (import_id) where import_id is not null;

alter table msingi_payments.differences
  add column import_id uuid references msingi_payments.statement_imports on delete set null;
create index differences_import on msingi_payments.differences (import_id) where import_id is not null;
`

/** statementImports makes table `statement_imports`. */
export const statementImports = [STATEMENTS]
