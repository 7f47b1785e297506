// Entries of the audit log say what people call their target. They get the state after the change, and that name, once.

const STATEMENTS = `
-- The entries of before are complete.
alter table platform.audit_log add target_name text default '';
alter table platform.audit_log alter target_name drop default;

create or replace function platform.keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('msingi.audit_retention', true) = 'on' then return old; end if;
  if tg_op = 'UPDATE' then
    if old.target_name is null and new.target_name is not null and old.after is null
      and to_jsonb(new) - '{before,after,target_name}'::text[] = to_jsonb(old) - '{before,after,target_name}'::text[]
    then return new; end if;
  end if;
  raise exception 'the audit log is append-only' using errcode = '42501';
end $$;
`

/** auditStates lets entries be completed. */
export const auditStates = [STATEMENTS]
