// The claims that a project's hook has added to the tokens of a session.

/** sessionClaims makes room for them. */
export const sessionClaims = [
  `alter table msingi_auth.sessions add column claims jsonb not null default '{}'`,
]
