// What dashboard users can be permitted to do: every permission, and which built-in roles have it. Each route
// that dashboard users call declares one of these; docs/permissions.md is generated from both.

/** OrganisationRole is a built-in role of an organisation's members. */
export type OrganisationRole = 'owner' | 'admin' | 'developer' | 'viewer' | 'billing'

const owners = ['owner'] as const
const admins = ['owner', 'admin'] as const
const developers = ['owner', 'admin', 'developer'] as const
const readers = ['owner', 'admin', 'developer', 'viewer'] as const
const payers = ['owner', 'billing'] as const
const everyone = ['owner', 'admin', 'developer', 'viewer', 'billing'] as const

/** PermissionInfo says what a permission allows, and the built-in roles that have it. */
export interface PermissionInfo {
  readonly allows: string
  readonly roles: readonly OrganisationRole[]
}

/** PERMISSIONS maps every permission, `<area>:<verb>`, to what it allows. */
export const PERMISSIONS = {
  'organisation:read': { allows: 'See the organisation.', roles: everyone },
  'organisation:write': { allows: 'Change the organisation.', roles: admins },
  'organisation:delete': { allows: 'Delete the organisation.', roles: owners },
  'members:read': { allows: 'List members.', roles: everyone },
  'members:write': { allows: 'Add, change, invite and remove members.', roles: admins },
  'rbac:read': { allows: "List roles, permissions and members' roles.", roles: readers },
  'rbac:write': { allows: 'Create roles and permissions, and assign them.', roles: admins },
  'sso:read': { allows: 'See the single sign-on of the organisation, and its domains.', roles: admins },
  'sso:write': { allows: 'Change them, and so who comes in.', roles: owners },
  'audit:read': { allows: 'Read the audit log.', roles: admins },
  'billing:read': { allows: 'See plans, invoices and usage limits.', roles: [...admins, 'billing'] },
  'billing:write': { allows: 'Change plans.', roles: payers },
  'usage:read': { allows: 'See how much projects use.', roles: everyone },
  'projects:read': { allows: 'See the projects of the organisation.', roles: everyone },
  'projects:create': { allows: 'Create projects.', roles: developers },
  'projects:write': {
    allows: 'Change the name and colour of projects, and set their rate limits.',
    roles: admins,
  },
  'projects:delete': { allows: 'Delete projects, and move them to other organisations.', roles: owners },
  'api_keys:read': { allows: 'List API keys.', roles: admins },
  'api_keys:write': { allows: 'Create, change and delete API keys, and keys for S3.', roles: admins },
  'jobs:read': { allows: 'List background jobs that have failed.', roles: admins },
  'jobs:write': { allows: 'Run failed background jobs again, or discard them.', roles: admins },
  'logs:read': { allows: 'Read the request log.', roles: readers },
  'schema:read': { allows: 'See tables, views, functions, triggers and their history.', roles: readers },
  'schema:write': { allows: 'Change the schema, and run DDL.', roles: developers },
  'policies:read': { allows: 'See policies, and explain their decisions.', roles: readers },
  'policies:write': { allows: 'Change policies.', roles: developers },
  'data:read': { allows: 'Read rows, and query with GraphQL.', roles: readers },
  'data:write': { allows: 'Insert, change, delete and restore rows.', roles: developers },
  'data:purge': { allows: 'Delete rows for good.', roles: admins },
  'query:read': { allows: 'Run queries, read-only SQL and saved queries.', roles: readers },
  'query:write': { allows: 'Save and delete queries.', roles: developers },
  'console:read': {
    allows: 'Read what the web console keeps for the project, and keep things of their own.',
    roles: readers,
  },
  'console:write': { allows: 'Change what the web console keeps for all members.', roles: developers },
  'realtime:read': { allows: 'Subscribe to live changes.', roles: readers },
  'realtime:write': { allows: 'Change channels and settings, and publish messages.', roles: developers },
  'auth:read': { allows: 'See end users, their roles, and the settings of project auth.', roles: readers },
  'auth:write': { allows: 'Change them, and read the outbox of messages.', roles: developers },
  'auth:configure': { allows: 'Rotate the signing keys of project auth.', roles: admins },
  'env:read': { allows: 'Read environment variables.', roles: readers },
  'env:write': { allows: 'Change environment variables.', roles: developers },
  'secrets:read': { allows: 'List secrets, masked.', roles: readers },
  'secrets:write': { allows: 'Create, change and delete secrets.', roles: developers },
  'secrets:reveal': { allows: 'Read the value of a secret.', roles: developers },
  'storage:read': { allows: 'Read buckets and files.', roles: readers },
  'storage:write': { allows: 'Change buckets and files.', roles: developers },
  'functions:read': { allows: 'See functions, their versions and logs.', roles: readers },
  'functions:write': { allows: 'Change, deploy and invoke functions.', roles: developers },
  'webhooks:read': { allows: 'See webhooks and their deliveries.', roles: readers },
  'webhooks:write': { allows: 'Change webhooks, and send again.', roles: developers },
  'webhooks:configure': { allows: 'Choose the hosts that webhooks may reach.', roles: admins },
  'cron:read': { allows: 'See cron jobs and their runs.', roles: readers },
  'cron:write': { allows: 'Change and run cron jobs.', roles: developers },
  'payments:read': { allows: 'See payments, the ledger and masked settings.', roles: readers },
  'payments:write': { allows: 'Start, reverse and resolve payments.', roles: developers },
  'payments:configure': { allows: 'Change the settings and credentials of payments.', roles: admins },
  'domains:read': { allows: 'See domains.', roles: readers },
  'domains:write': { allows: 'Add, verify and remove domains.', roles: admins },
  'integrations:read': { allows: 'See integrations, masked.', roles: readers },
  'integrations:write': { allows: 'Change and test integrations.', roles: admins },
} as const satisfies Record<string, PermissionInfo>

/** Permission is the name of a permission. */
export type Permission = keyof typeof PERMISSIONS

/** OperatorPermission is what operators of the installation have; no role of an organisation does. */
export type OperatorPermission = 'operator:read' | 'operator:write'

/** RoutePermission is what a route needs of dashboard users; `self` where it is about their own account. */
export type RoutePermission = Permission | OperatorPermission | 'self'

/** isOperatorPermission reports whether a route is for operators. */
export function isOperatorPermission(name: RoutePermission): name is OperatorPermission {
  return name === 'operator:read' || name === 'operator:write'
}

/** isPermission reports whether the server knows a permission of this name. */
export function isPermission(name: string): name is Permission {
  return Object.hasOwn(PERMISSIONS, name)
}

/** BUILT_IN_ROLES maps each built-in role to its permissions. */
export const BUILT_IN_ROLES: Readonly<Record<OrganisationRole, ReadonlySet<string>>> = {
  owner: permissionsOf('owner'),
  admin: permissionsOf('admin'),
  developer: permissionsOf('developer'),
  viewer: permissionsOf('viewer'),
  billing: permissionsOf('billing'),
}

function permissionsOf(role: OrganisationRole): ReadonlySet<string> {
  const all: [string, PermissionInfo][] = Object.entries(PERMISSIONS)
  return new Set(all.filter(([, { roles }]) => roles.includes(role)).map(([name]) => name))
}
