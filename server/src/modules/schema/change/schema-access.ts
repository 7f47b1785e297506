// Who is allowed to read and change a project's schema (spec 4.13, 5).

/** schemaAccess allows dashboard users: viewers to read, developers to change. */
export const schemaAccess = { by: ['dashboard'] } as const
