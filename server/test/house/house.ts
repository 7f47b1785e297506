// Who may import whom: the only place that says so. `npm run check` holds every import against it.

/** Area is files under one rule. An area may import itself, what it lists, and nothing else of the repository. */
export interface Area {
  /** at is a folder below the root. A file belongs to the area with the longest one that holds it. */
  readonly at: string
  /** tests is true for an area of the `*.test.ts` and `*.fixture.ts` below `at`, which belong to no other. */
  readonly tests?: boolean
  /** imports are the other areas that its files may import, by name. */
  readonly imports: readonly string[]
  /** packages are the only packages that its files may import. Without it, all but those of RESTRICTED. */
  readonly packages?: readonly string[]
  /** climbs is true where imports may leave their folder by `../`; elsewhere `./` stays in the folder and in the area. */
  readonly climbs?: boolean
  /** parts is set where each folder in `at`, or in a folder of `groups`, is closed to its neighbours, but for files that end with what is `open`. */
  readonly parts?: { readonly open?: string; readonly groups?: readonly string[] }
  /** layered is true where the folders of `at`, or of each of its parts, stand in LAYERS. */
  readonly layered?: boolean
  /** instead is what to do in place of an import that the area may not have. */
  readonly instead: string
}

const SERVER = [
  'engine',
  'platform',
  'modules',
  'app',
  'migrations',
  'harness',
  'tests',
  'tests of the engine',
]
const CONSOLE = ['api', 'i18n', 'ui', 'acts', 'grid', 'diagram', 'events', 'screens', 'app of the console']

/** AREAS are all areas, by name. A file outside of them may neither import nor be imported. */
export const AREAS: Readonly<Record<string, Area>> = {
  engine: {
    at: 'server/src/engine',
    imports: [],
    packages: ['libphonenumber-js', 'libpg-query'],
    layered: true,
    instead: 'The engine is pure, without I/O: hand it what it needs as an argument.',
  },
  platform: {
    at: 'server/src/platform',
    imports: ['engine', 'migrations'],
    instead: 'The platform knows no module: have modules register with it, or hand it a function.',
  },
  modules: {
    at: 'server/src/modules',
    imports: ['engine', 'platform'],
    parts: {
      open: '.service.ts',
      groups: ['tenancy', 'database', 'rows', 'automation', 'operations', 'plans'],
    },
    layered: true,
    instead: 'A module knows neither the app nor the tests: take it as an argument from app.ts.',
  },
  app: {
    at: 'server/src',
    imports: ['engine', 'platform', 'modules'],
    instead: 'What the program runs needs no tests: move it out of them.',
  },
  migrations: {
    at: 'server/migrations',
    imports: ['platform'],
    instead: 'A migration outlives the code: write what it needs into it.',
  },
  'the program': {
    at: 'server/bin',
    imports: ['app'],
    climbs: true,
    packages: [
      'node:fs',
      'node:path',
      'node:url',
      'node:util',
      'node:child_process',
      'node:timers/promises',
      'node:module',
    ],
    instead: 'It runs on any Node and without packages: the rest belongs into server/src/main.ts.',
  },
  harness: { at: 'server/test', imports: SERVER, instead: 'Tests of the server use the server.' },
  tests: { at: 'server', tests: true, imports: SERVER, instead: 'Tests of the server use the server.' },
  'tests of the engine': {
    at: 'server/src/engine',
    tests: true,
    imports: ['engine', 'harness'],
    packages: ['libphonenumber-js', 'vitest'],
    instead:
      'The engine is pure, and so are its tests: what needs more is tested in server/test or in a module.',
  },
  'settings of the tests': { at: 'server/vitest.config.ts', imports: [], instead: 'Write it there.' },

  api: { at: 'console/src/api', imports: [], instead: 'The API is below everything else.' },
  i18n: { at: 'console/src/i18n', imports: [], instead: 'Messages are below everything else.' },
  ui: { at: 'console/src/ui', imports: ['i18n'], instead: 'Components know neither the API nor the routes.' },
  acts: { at: 'console/src/acts', imports: ['i18n', 'ui'], instead: 'What a button does, its screen knows.' },
  grid: {
    at: 'console/src/grid',
    imports: ['i18n', 'ui'],
    instead: 'The grid knows neither the API nor the routes: hand it rows and functions.',
  },
  diagram: {
    at: 'console/src/diagram',
    imports: ['api', 'i18n', 'ui', 'acts'],
    instead: 'The diagram knows the types of the API, and no screen: hand it functions.',
  },
  events: {
    at: 'console/src/events',
    imports: ['api', 'i18n', 'ui', 'acts'],
    instead: 'Events know neither screens nor the routes of the console.',
  },
  screens: {
    at: 'console/src/screens',
    imports: ['api', 'i18n', 'ui', 'acts', 'grid', 'diagram', 'events'],
    parts: {},
    instead: 'A screen knows neither the app nor another screen: move what two need below them.',
  },
  'app of the console': {
    at: 'console/src',
    imports: CONSOLE,
    instead: 'The console speaks to the server by its API only.',
  },
  'build of the console': {
    at: 'console',
    imports: ['music-store'],
    climbs: true,
    instead: 'It runs before there is a console.',
  },
  'tests of the console': {
    at: 'console/test',
    imports: [...CONSOLE, ...SERVER],
    climbs: true,
    instead: 'They use the console and the harness of the server.',
  },

  client: {
    at: 'clients/typescript/src',
    imports: [],
    climbs: true,
    instead: 'The client is published: its files import each other by relative paths, within src.',
  },
  'tests of the client': {
    at: 'clients/typescript/test',
    imports: [],
    instead: 'They use the client as its users do: import @msingi/client.',
  },
  'types of the API': { at: 'clients/api-types', imports: [], instead: 'They are generated.' },
  snippets: { at: 'clients/snippets', imports: [], instead: 'Snippets stand on what they are called with.' },

  bench: {
    at: 'bench',
    imports: SERVER,
    climbs: true,
    instead: 'It measures the server: the rest of the repository is reached by its packages.',
  },
  'music-store': { at: 'examples/music-store', imports: [], instead: 'Examples use what an app has.' },
  'shared-list': { at: 'examples/shared-list', imports: [], instead: 'Examples use what an app has.' },
}

/** Restricted is a package, or a file by its path, that few may import. */
export interface Restricted {
  readonly what: string
  /** by are the folders or files that may. */
  readonly by: readonly string[]
  readonly instead: string
}

const FORWARDED = ['app', 'screens', 'main.tsx'].map((part) => `console/src/${part}`)
const PARSED = 'SQL is parsed by #engine/parser/parse-sql.ts, which bounds it; types are in syntax-tree.ts.'

/** RESTRICTED are all of them. */
export const RESTRICTED: readonly Restricted[] = [
  { what: 'libpg-query', by: ['server/src/engine/parser'], instead: PARSED },
  {
    what: 'server/src/engine/parser/postgres-parser.ts',
    by: ['server/src/engine/parser'],
    instead: PARSED,
  },
  {
    what: '@tanstack/react-router',
    by: FORWARDED,
    instead: 'Only screens and the app know the routes: take a function or an element as a property.',
  },
  {
    what: '@tanstack/react-query',
    by: [...FORWARDED, ...['api', 'acts', 'events'].map((part) => `console/src/${part}`)],
    instead: 'What is below the API asks no questions: take the data as a property.',
  },
]

/** LAYERS are the folders in a folder from the bottom up: each may import those in front of it. */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  'server/src/engine': [
    'shapes',
    'parser',
    'conditions',
    'access',
    'built-in',
    'request',
    'structured-query',
    'ddl',
    'types',
    'sql',
    'views',
  ],
  'server/src/engine/sql': ['context', 'expressions', 'select'],
  'server/src/modules/tenancy/accounts': [
    'context',
    'sessions',
    'mail',
    'passkeys',
    'factors',
    'profile',
    'sign-in',
  ],
  'server/src/modules/auth': [
    'hooks',
    'context',
    'store',
    'settings',
    'messages',
    'sessions',
    'codes',
    'users',
    'factors',
    'roles',
    'sign-in',
    'providers',
    'managed-users',
  ],
  'server/src/modules/rows/data': ['operations', 'reading', 'writing', 'transfer', 'routes'],
  'server/src/modules/automation/functions': ['bundle', 'versions', 'live', 'log', 'invoke'],
  'server/src/modules/rows/graphql': ['schema', 'request', 'introspection', 'run'],
  'server/src/modules/automation/integrations': ['providers'],
  'server/src/modules/payments': [
    'model',
    'providers',
    'ledger',
    'publication',
    'evidence',
    'context',
    'settings',
    'transactions',
    'callbacks',
    'start',
    'reconciliation',
    'statements',
  ],
  'server/src/modules/realtime': [
    'settings',
    'access',
    'tables',
    'rooms',
    'tokens',
    'context',
    'transports',
    'explain',
  ],
  'server/src/modules/database/schema': [
    'change',
    'structure',
    'names',
    'relationships',
    'columns',
    'tables',
    'preview',
    'sync',
  ],
  'server/src/modules/database/schema-objects': ['context', 'views', 'functions', 'triggers'],
  'server/src/modules/storage': [
    'context',
    'blobs',
    'links',
    'objects',
    'usage',
    'uploads',
    'downloads',
    'buckets',
    'resumable',
    'signed-urls',
    'images',
    's3',
    'sweeper',
  ],
  'server/src/modules/automation/webhook-deliveries': ['queue', 'sending', 'upkeep', 'history'],
}

/** UNSAID are texts that no source has. */
export const UNSAID: readonly { readonly text: RegExp; readonly instead: string }[] = [
  {
    text: /\b(?:spec|design) \d|(?<!GraphQL )\bspecification(?:'s|,) sections?\b/i,
    instead: 'Say in the sentence what holds: that document is not in the repository.',
  },
]

/**
 * DEBTS are the folders whose own folders import each other in circles. None is added, and one without a circle goes from
 * here. Between files there are none.
 */
export const DEBTS: readonly string[] = [
  'console/src/app',
  'console/src/screens/functions',
  'console/src/screens/schema',
  'console/src/screens/sql',
  'console/src/screens/storage',
  'console/src/screens/tables',
  'console/src/ui',
]
