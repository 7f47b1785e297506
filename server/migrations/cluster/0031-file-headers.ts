// What a file was stored with besides its type, and is sent with again: how its bytes are encoded, its language, and so on.

/** fileHeaders adds the headers of a version of a file. */
export const fileHeaders = [`alter table msingi_storage.blobs add column headers jsonb not null default '{}'`]
