// Two more of what a project may print of its own part of the catalog (0011-own-catalog.ts).

// To print a view, PostgreSQL runs a statement whose operators it looks up in the search_path, and this function runs it
// as the administrator. With a path of the caller's choice, an operator of the caller's would run as the administrator
// as well. In the project's own path pg_catalog comes first, and what is printed reads the same.
const VIEW = `
create or replace function msingi_catalog.pg_get_viewdef(oid, boolean) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  own name := (select c.relnamespace::pg_catalog.regnamespace from pg_catalog.pg_class c
    where c.oid = $1 and c.relnamespace = msingi_catalog.own_schema());
begin
  if own is null then return null; end if;
  perform pg_catalog.set_config('search_path', own, true);
  return pg_catalog.pg_get_viewdef($1, $2);
end $$;
`

// An expression names columns by their numbers, so one of a project's own, printed for the table of another, would name
// the columns of that one.
const EXPRESSION = `
create function msingi_catalog.pg_get_expr(pg_node_tree, oid) returns text stable security definer
  return (select pg_catalog.pg_get_expr($1, c.oid) from pg_catalog.pg_class c
    where c.oid = $2 and c.relnamespace = msingi_catalog.own_schema());
`

/** ownPrinters prints views in the project's own path, and expressions for its own tables alone. */
export const ownPrinters = [VIEW, EXPRESSION]
