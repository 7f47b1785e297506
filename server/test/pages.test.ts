// The pages of the documentation: the README lists them all, the map has every folder, and each dependency has a reason.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(ROOT + path, 'utf8')
const pages = [
  'README.md',
  ...readdirSync(`${ROOT}docs`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`),
]

test('the README lists every page', () => {
  const readme = read('README.md')
  const unlisted = pages.filter((page) => !/^README|decisions/.test(page) && !readme.includes(`(${page})`))
  expect(unlisted).toEqual([])
})

const readmes = ['php', 'python', 'typescript'].map((client) => `clients/${client}/README.md`)

// An anchor is what a heading is called in addresses.
const anchorsOf = (path: string) =>
  [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each([...pages, ...readmes])('the links of %s lead somewhere', (page) => {
  const folder = page.slice(0, page.lastIndexOf('/') + 1)
  const links = [...read(page).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)]
  const broken = links.filter(([, path = '', anchor]) => {
    if (/^https?:/.test(path)) return false
    const target = path === '' ? page : folder + path
    if (!existsSync(ROOT + target)) return true
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

// A page that names a setting wrongly has somebody set what nobody reads.
test('every setting that a page names exists', () => {
  const settings = new Set(
    [...read('docs/configuration.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name),
  )
  const ofTests = new Set([
    'MSINGI_SERVER',
    'MSINGI_TEST_DATABASE_URL',
    'MSINGI_TEST_PYTHON',
    'NATS_SERVER_PATH',
  ])
  const named = pages.flatMap((page) => [
    ...read(page).matchAll(/\b(?:MSINGI|S3|SMTP|SMS|NATS|PROVIDER|DATABASE)_[A-Z0-9_]+\b/g),
    // The file of settings that the page on production shows.
    ...(page === 'docs/production.md' ? read(page).matchAll(/(?<=^#?)[A-Z0-9_]+(?==)/gm) : []),
  ])
  const names = new Set(named.map(([name]) => name))
  expect(names.size).toBeGreaterThan(20)
  expect([...names].filter((name) => !settings.has(name) && !ofTests.has(name))).toEqual([])
})

test('the map of the code has every folder, and none that is gone', () => {
  const map = read('docs/architecture.md')
  const folders = (path: string) =>
    readdirSync(`${ROOT}server/src/${path}`, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  const absent = [
    ...folders('platform').filter((name) => !map.includes(`\`${name}/\``)),
    ...folders('modules').filter((name) => !map.includes(`\`${name}/\``)),
    ...folders('engine').filter((name) => !map.includes(`engine/${name}/`)),
  ]
  expect(absent).toEqual([])
  const named = [...map.matchAll(/[`*]((?:platform|modules|engine)\/[\w./-]+)[`*]/g)].map(
    ([, path = '']) => path,
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !existsSync(`${ROOT}server/src/${path}`))).toEqual([])
})

test('each dependency has its reason', () => {
  const reasons = read('docs/dependencies.md')
  const packages = [
    '',
    'server/',
    'clients/typescript/',
    'clients/api-types/',
    'clients/snippets/',
    'console/',
    'bench/',
  ].flatMap((folder) => {
    const { dependencies, devDependencies, peerDependencies } = JSON.parse(read(`${folder}package.json`))
    return Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })
  })
  const unexplained = packages.filter(
    (name) => !/^@(types|msingi)\//.test(name) && !reasons.includes(`\`${name}\``),
  )
  expect(unexplained).toEqual([])
  const explained = [...reasons.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
  const known = new Set([...packages, ...Object.keys(JSON.parse(read('package.json')).optionalDependencies)])
  expect(explained.filter((name) => !known.has(name))).toEqual([])
})
