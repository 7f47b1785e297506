// The key from which all others derive, wrapped under each master key that opens it.

const STATEMENTS = `
create table msingi_keys.root_key (
  key_id text primary key,
  wrapped text not null,
  created_at timestamptz not null default now()
);
`

/** rootKey makes the table of the wrapped root key. */
export const rootKey = [STATEMENTS]
