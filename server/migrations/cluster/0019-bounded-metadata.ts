// Bounds on what a project's owner can write into its own metadata: code of the project runs as that role as well.

// A little more than the API ever writes. Rows that are there already are left alone, hence NOT VALID; reading is bounded
// by itself.
const SIZES = `
alter table msingi.tables add constraint tables_sizes
  check (char_length(name) <= 1000 and char_length(description) <= 2000) not valid;
alter table msingi.columns add constraint columns_sizes
  check (char_length(data_type) <= 100 and char_length(description) <= 2000) not valid;
alter table msingi.policies add constraint policies_sizes
  check (char_length(condition) <= 20000 and cardinality(role_ids) <= 1000) not valid;
alter table msingi.schema_history add constraint schema_history_sizes
  check (char_length(kind) <= 100 and char_length(author_email) <= 320 and octet_length(sql) <= 8388608
    and octet_length(operation::text) <= 4194304) not valid;
alter table msingi.idempotency add constraint idempotency_sizes
  check (char_length(key) <= 255 and char_length(body) <= 255 and octet_length(answer) <= 67108864) not valid;
`

// Each key that is claimed takes a few along that nobody can use any more, so that they do not pile up.
const EXPIRY = `
create index idempotency_expiry on msingi.idempotency (role, created_at);

create or replace function msingi.claim_idempotency(key text, body text) returns void
language sql security definer set search_path = '' as $$
  delete from msingi.idempotency i
    where i.role = msingi.caller() and i.key = $1 and i.created_at < now() - interval '24 hours';
  delete from msingi.idempotency i where i.ctid = any(array(
    select o.ctid from msingi.idempotency o
    where o.role = msingi.caller() and o.created_at < now() - interval '24 hours'
    order by o.created_at limit 10 for update skip locked));
  insert into msingi.idempotency (role, key, body) values (msingi.caller(), $1, $2);
$$;
`

/** boundedMetadata bounds the sizes of metadata, and lets expired keys go. */
export const boundedMetadata = [SIZES, EXPIRY]
