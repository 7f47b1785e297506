// Who may see and change a project's schema (spec 4.13, 5).

/** schemaAccess lets in dashboard users: viewers may read, developers may change. */
export const schemaAccess = { by: ['dashboard'] } as const
