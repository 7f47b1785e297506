// Who may see and change a project's schema (spec 4.13, 5).

/** schemaAccess lets in dashboard users, and secret keys with the scope `schema`. */
export const schemaAccess = { by: ['dashboard', 'api_key'], scope: 'schema', secretOnly: true } as const
