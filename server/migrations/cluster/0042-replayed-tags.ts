// What the answer to a repeated write needs besides its text.

// A server of before calls both without a tag.
const TAGS = `
alter table msingi.idempotency add column tag text check (char_length(tag) <= 255);

drop function msingi.save_idempotency(text, smallint, text);
create function msingi.save_idempotency(key text, status smallint, answer text, tag text default null) returns void
language sql security definer set search_path = '' as $$
  update msingi.idempotency i set status = $2, answer = $3, tag = $4 where i.role = msingi.caller() and i.key = $1;
$$;

drop function msingi.find_idempotency(text);
create function msingi.find_idempotency(key text, out body text, out status smallint, out answer text, out tag text)
language sql security definer set search_path = '' as $$
  select i.body, i.status, i.answer, i.tag from msingi.idempotency i where i.role = msingi.caller() and i.key = $1;
$$;
`

/** replayedTags keeps the ETag of an answer with it. */
export const replayedTags = [TAGS]
