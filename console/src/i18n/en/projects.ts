import type { Plural } from '#i18n/plural.ts'

/** projects is the list of projects and a project's overview. */
export const projects = {
  title: 'Projects',
  about: 'Each project has its own tables, users, files and keys.',
  search: 'Search by name or id',
  count: (n: number, plural: Plural) => `${n} ${plural(n, { one: 'project', other: 'projects' })}`,
  deleted: {
    title: 'Deleted projects',
    about: 'Out of service. What they hold is removed for good after the time that stands here.',
    until: 'Can be restored until',
    restore: 'Restore',
    restored: (name: string) => `${name} is back`,
  },
  columns: { name: 'Name', organisation: 'Organisation', created: 'Created' },
  emptyTitle: 'No projects yet',
  emptyHint: 'A project is a database with an API, sign-in and live changes, ready in a second.',
  create: 'New project',
  createHint: 'You can rename it at any time.',
  name: 'Name',
  organisation: 'Organisation',
  created: (name: string) => `${name} is ready`,
  home: {
    today: 'Today',
    todayHint: 'Since midnight UTC',
    requests: 'Requests',
    egress: 'Sent to clients',
    users: 'Active users',
    database: 'Database',
    connect: 'Connect',
    connectHint:
      'The address of the API and a key that is safe in browsers and apps: it may only what policies allow.',
    address: 'API address',
    projectId: 'Project id',
    publishable: 'Publishable key',
    publishableHint:
      'Keys are shown only once, when they are made. Create one, and put it in place of YOUR_KEY.',
    createKey: 'API keys',
    language: 'Language',
  },
}
