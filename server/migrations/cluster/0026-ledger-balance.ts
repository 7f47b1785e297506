// The ledger's check at the end of each transaction, without work that grows with the ledger.

// Plans are kept by each connection: one that was made while the ledger was small would read all of it for every payment
// until the statistics are new, so that scans and hashes of whole tables are ruled out here. An entry whose posting was
// written by the same transaction needs no check of its own: that of the posting sees all entries.
const CHECK_BALANCE = `
create or replace function msingi_payments.check_balance() returns trigger
language plpgsql set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  checked bigint;
  balanced boolean;
begin
  if tg_table_name = 'postings' then
    checked := new.id;
  else
    checked := (to_jsonb(new) ->> 'posting_id')::bigint;
    if exists (select from msingi_payments.postings p
      where p.id = checked and p.xmin = pg_catalog.pg_current_xact_id()::pg_catalog.xid) then return null; end if;
  end if;
  select pg_catalog.count(*) > 0 and pg_catalog.bool_and(s.total = 0 and s.fits) into balanced from (
    select pg_catalog.sum(e.amount) as total,
      pg_catalog.bool_and(a.currency = e.currency and a.project_id = p.project_id) as fits
    from msingi_payments.postings p
    join msingi_payments.entries e on e.posting_id = p.id
    join msingi_payments.accounts a on a.id = e.account_id
    where p.id = checked group by e.currency) s;
  if not balanced then
    raise exception 'posting % is not balanced', checked
      using errcode = 'check_violation', constraint = 'ledger_balance';
  end if;
  return null;
end;
$$`

/** ledgerBalance makes the check of the ledger cost the same however long the ledger is. */
export const ledgerBalance = [CHECK_BALANCE]
