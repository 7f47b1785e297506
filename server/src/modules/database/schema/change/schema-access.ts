// Who is allowed to read and change a project's schema.

/** schemaAccess allows dashboard users: those who may read the schema, or change it. */
export const schemaAccess = { by: ['dashboard'], scope: 'schema' } as const
