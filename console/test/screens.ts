// The screens that are held against accessibility rules and photographed: add yours.

/** ScreenUnderTest is an address below /console, with `{project}` and `{organisation}` in place of their ids. */
export interface ScreenUnderTest {
  readonly name: string
  readonly path: string
  /** open is whether the screen is in front of the session. */
  readonly open?: boolean
  /** live is whether the screen follows a stream, and is never without a request under way. */
  readonly live?: boolean
}

/** SCREENS are all screens. */
export const SCREENS: readonly ScreenUnderTest[] = [
  { name: 'sign-in', path: '/sign-in', open: true },
  { name: 'register', path: '/register', open: true },
  { name: 'forgotten', path: '/forgotten', open: true },
  { name: 'projects', path: '' },
  { name: 'new-project', path: '?create=true' },
  { name: 'invitation', path: '/invitation#0123456789abcdef', open: true },
  { name: 'organisations', path: '/organisations' },
  { name: 'new-organisation', path: '/organisations?create=true' },
  { name: 'members', path: '/organisations/{organisation}' },
  { name: 'new-member', path: '/organisations/{organisation}?create=true' },
  { name: 'organisation-audit-log', path: '/organisations/{organisation}/audit-log' },
  { name: 'organisation-invoices', path: '/organisations/{organisation}/invoices' },
  { name: 'organisation-settings', path: '/organisations/{organisation}/settings' },
  { name: 'notifications', path: '/notifications', live: true },
  { name: 'notification-preferences', path: '/notifications?tab=preferences' },
  { name: 'account', path: '/account' },
  { name: 'account-security', path: '/account?tab=security' },
  { name: 'account-sessions', path: '/account?tab=sessions' },
  { name: 'account-tokens', path: '/account?tab=tokens' },
  { name: 'home', path: '/projects/{project}' },
  { name: 'tables', path: '/projects/{project}/tables' },
  { name: 'table', path: '/projects/{project}/tables?table=users' },
  { name: 'table-filter', path: '/projects/{project}/tables?table=users&panel=filter' },
  { name: 'table-columns', path: '/projects/{project}/tables?table=users&panel=columns' },
  { name: 'functions', path: '/projects/{project}/functions' },
  { name: 'new-function', path: '/projects/{project}/functions?create=true' },
  { name: 'storage', path: '/projects/{project}/storage' },
  { name: 'new-bucket', path: '/projects/{project}/storage?create=true' },
  { name: 'webhooks', path: '/projects/{project}/webhooks' },
  { name: 'new-webhook', path: '/projects/{project}/webhooks?create=true' },
  { name: 'cron', path: '/projects/{project}/cron' },
  { name: 'new-cron-job', path: '/projects/{project}/cron?create=true' },
  { name: 'schema', path: '/projects/{project}/schema' },
  { name: 'new-table', path: '/projects/{project}/schema?create=true' },
  { name: 'schema-table', path: '/projects/{project}/schema?table=users' },
  { name: 'schema-history', path: '/projects/{project}/schema?tab=history' },
  { name: 'sql', path: '/projects/{project}/sql?sql=select%20id%20from%20users' },
  { name: 'policies', path: '/projects/{project}/policies' },
  { name: 'api-keys', path: '/projects/{project}/api-keys' },
  { name: 'users', path: '/projects/{project}/users' },
  { name: 'environment', path: '/projects/{project}/environment' },
  { name: 'new-variable', path: '/projects/{project}/environment?form=create' },
  { name: 'edit-variables', path: '/projects/{project}/environment?form=bulk' },
  { name: 'secrets', path: '/projects/{project}/environment?tab=secrets' },
  { name: 'new-secret', path: '/projects/{project}/environment?tab=secrets&form=create' },
  { name: 'logs', path: '/projects/{project}/logs' },
  { name: 'audit-log', path: '/projects/{project}/audit-log' },
  { name: 'billing', path: '/projects/{project}/billing' },
  { name: 'domains', path: '/projects/{project}/domains' },
  { name: 'new-domain', path: '/projects/{project}/domains?create=true' },
  { name: 'integrations', path: '/projects/{project}/integrations' },
  { name: 'new-integration', path: '/projects/{project}/integrations?create=true' },
  { name: 'settings', path: '/projects/{project}/settings' },
  { name: 'usage', path: '/projects/{project}/usage' },
  { name: 'new-key', path: '/projects/{project}/api-keys?create=true' },
]

/** TAGS are the rules that every screen keeps: WCAG 2.2 AA. */
export const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
