// What a sign-up of a project's users has to say besides address and password.

/** optionalContacts adds the settings that let users leave out their name and their phone number. */
export const optionalContacts = [
  `
        alter table msingi_auth.settings
          add column require_full_name boolean not null default true,
          add column require_phone boolean not null default true`,
]
