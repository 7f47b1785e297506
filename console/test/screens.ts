// The screens that are held against accessibility rules and photographed: add yours.

/** ScreenUnderTest is an address below /console, with `{project}` in place of a project's id. */
export interface ScreenUnderTest {
  readonly name: string
  readonly path: string
  /** open is whether the screen is in front of the session. */
  readonly open?: boolean
}

/** SCREENS are all screens. */
export const SCREENS: readonly ScreenUnderTest[] = [
  { name: 'sign-in', path: '/sign-in', open: true },
  { name: 'register', path: '/register', open: true },
  { name: 'forgotten', path: '/forgotten', open: true },
  { name: 'projects', path: '' },
  { name: 'new-project', path: '?create=true' },
  { name: 'account', path: '/account' },
  { name: 'account-security', path: '/account?tab=security' },
  { name: 'account-sessions', path: '/account?tab=sessions' },
  { name: 'account-tokens', path: '/account?tab=tokens' },
  { name: 'home', path: '/projects/{project}' },
  { name: 'tables', path: '/projects/{project}/tables' },
  { name: 'table', path: '/projects/{project}/tables?table=users' },
  { name: 'table-filter', path: '/projects/{project}/tables?table=users&panel=filter' },
  { name: 'table-columns', path: '/projects/{project}/tables?table=users&panel=columns' },
  { name: 'api-keys', path: '/projects/{project}/api-keys' },
  { name: 'users', path: '/projects/{project}/users' },
  { name: 'logs', path: '/projects/{project}/logs' },
  { name: 'usage', path: '/projects/{project}/usage' },
  { name: 'new-key', path: '/projects/{project}/api-keys?create=true' },
]

/** TAGS are the rules that every screen keeps: WCAG 2.2 AA. */
export const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
