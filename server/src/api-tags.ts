// What the parts of the API are about, as /openapi.yaml and /docs say: every tag that a route names.

/** API_TAGS maps each tag to a sentence, in the order in which the documentation shows them. */
export const API_TAGS = {
  Platform: 'The server itself: whether it is healthy.',
  Accounts: 'Dashboard users: registering, logging in, sessions and the own account.',
  'Account safety': 'Second factors and passkeys of dashboard users, and forgotten passwords.',
  'Access tokens': 'Personal access tokens: what scripts and pipelines use in place of a session.',
  'Single sign-on': "Signing in with an organisation's own OpenID provider.",
  Organisations: 'Organisations, their members and invitations.',
  'Roles and permissions':
    'What members of an organisation may do: roles, built in or of your own, and permissions.',
  Projects: 'Projects: each has tables, users, keys and settings of its own.',
  'API keys': 'Secret keys for servers and publishable keys for browsers and apps.',
  Schema: 'Tables, columns, relationships, views, functions and triggers, and the history of their changes.',
  'Row-level security': 'Policies: who may read and write which rows.',
  Data: 'Rows over the data API: lists with filters, single rows, inserts, changes and batches.',
  Records: 'The same rows at an address below their project.',
  GraphQL: 'Rows over GraphQL.',
  'Query engine': 'Structured queries, read-only SQL, and queries saved under a name.',
  'Live changes': 'Changes of rows and messages of clients, as they happen.',
  Storage: 'Buckets and files, under the policies of the table `storage_objects`.',
  'Project auth': "Signing up and in of a project's end users.",
  'Project users': "A project's end users, their sessions and identities.",
  'Second factors': 'Authenticator apps and recovery codes.',
  'Project roles': 'Roles and permissions of end users.',
  'Identity providers': 'Signing in with OpenID Connect.',
  'Project auth settings': 'Settings, signing keys, messages and the outbox of project auth.',
  'Environment variables': 'Settings of a project by environment, in the clear.',
  Secrets: 'Encrypted values of a project, in versions; each reading of one is audited.',
  Webhooks: 'Events of a project, sent to addresses of yours, signed and tried again until they arrive.',
  Integrations: 'Services that send mail and SMS of a project, and that get its alerts.',
  'Cron jobs': 'Requests to addresses or functions of yours, by the clock.',
  Functions: 'Code of a project that runs on the server: deployments, invocations and logs.',
  Payments:
    'Mobile money with two providers: starting payments, their transactions, the ledger, and settings.',
  Notifications: 'What happened to projects that people should know of.',
  Observability: 'What a project was asked, by whom and how fast, and what it uses.',
} as const satisfies Record<string, string>
