// The table `users`. It is a real table, so that foreign keys, joins, policies and live events work on it;
// credentials are stored elsewhere.

const STATEMENTS = `
create table users (
  id uuid primary key default gen_random_uuid(),
  email text,
  phone text,
  full_name text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));
create unique index users_phone_key on users (phone);
create index users_created_at on users (created_at desc, id desc)`

/** USERS are the end users of a project. */
export const USERS = {
  slug: 'users',
  description: 'The end users of this project.',
  columns: {
    id: 'uuid',
    email: 'email',
    phone: 'phone',
    full_name: 'text',
    is_active: 'boolean',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  statements: STATEMENTS,
  rights: 'select',
  owner_column: 'id',
  writtenBy: 'End users are written through /auth, not by SQL.',
} as const
