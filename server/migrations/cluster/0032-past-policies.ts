// Policies that read tables past their policies: by functions that run as the project's owner, who sees all rows of its
// own tables (docs/decisions/0026-past-policies.md).

// The owner is let in by who it is, and not by a setting: only a superuser may write `set msingi.kind` into a function's
// head, and a function that sets it in its body cannot be stable.
const KIND = `
create or replace function auth.kind() returns text stable parallel safe
  return case when pg_catalog.starts_with(current_user::text, 'p_') and pg_catalog.right(current_user::text, 6) = '_owner'
    then 'dashboard' else coalesce(nullif(current_setting('msingi.kind', true), ''), 'none') end;
`

// The body of such a function is parsed when it is made, and is not in prosrc.
const FUNCTIONS = `
create or replace view msingi_catalog.pg_proc with (security_barrier) as
  select oid, proname, pronamespace, proowner, prolang, prosecdef, proisstrict, provolatile, prosrc,
    proconfig, proacl, prosqlbody
  from pg_catalog.pg_proc where pronamespace = (select msingi_catalog.own_schema())
`

/** pastPolicies lets projects' owners read all rows of their tables, and shows them the parsed bodies of their functions. */
export const pastPolicies = [KIND, FUNCTIONS]
