// The right to end what projects run (platform/db/overdue.ts), for those that were made before provisioning gave it.

// The schema tells the projects of this database from others on the server. A superuser needs no membership.
const MEMBER = `
do $$ declare data name; begin
  if current_setting('is_superuser') = 'on' then return; end if;
  for data in select r.rolname from pg_roles r join pg_namespace n on r.rolname = n.nspname || '_data'
    where n.nspname ~ '^p_[0-9a-f]{32}$'
  loop execute format('grant %I to current_user', data); end loop;
end $$`

/** stopProjects makes the administrator a member of the projects' data roles, as it is of their owners. */
export const stopProjects = [MEMBER]
