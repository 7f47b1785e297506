// Who is allowed to read and change a project's schema (spec 4.13, 5).

/** schemaAccess allows dashboard users: those who may read the schema, or change it. */
export const schemaAccess = { by: ['dashboard'], scope: 'schema' } as const
