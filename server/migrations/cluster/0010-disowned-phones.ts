// Numbers of users whose e-mail address somebody else may have typed in.

// Kept as the number itself, like what was proven: with another number it says nothing any more.
const STATEMENTS = `
alter table msingi_auth.users add column disowned_phone text;
`

/** disownedPhones makes room for numbers that sign in nobody until they are proven in a session. */
export const disownedPhones = [STATEMENTS]
