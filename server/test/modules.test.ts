// The list of modules: every folder is in it, each module stands behind those that it needs, and closing is in reverse.
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { PROJECT_CHANGED } from '#platform/db/caches/invalidations.ts'
import { collectResolvers, type Module } from '#platform/module.ts'
import { startTestApp } from '#test/harness.ts'

const FOLDER = new URL('../src/modules/', import.meta.url)
const TYPES =
  /^import (?:type|\{.*\btype\b).* from '#modules\/(?:(?:tenancy|database|rows|automation|operations|plans)\/)?([\w-]+)\//gm
const IMPORT = /from '#modules\/(?:(?:tenancy|database|rows|automation|operations|plans)\/)?([\w-]+)\//g

interface Listed {
  readonly name: string
  /** needs are the modules whose services the module is given. */
  readonly needs: readonly string[]
}

/** misplaced returns what is wrong with a list: folders that are missing, and modules in front of one that they need. */
function misplaced(folders: readonly string[], list: readonly Listed[]): string[] {
  const names = list.map(({ name }) => name)
  const missing = folders.filter((folder) => names.filter((name) => name === folder).length !== 1)
  const early = list.flatMap(({ name, needs }, at) =>
    needs.filter((need) => names.indexOf(need) > at).map((need) => `${name} stands in front of ${need}`),
  )
  return [...missing.map((folder) => `${folder} is not in the list once`), ...early]
}

async function textOf(name: string): Promise<string> {
  const path = (await readdir(FOLDER, { recursive: true })).find((one) =>
    one.endsWith(`${name}/${name}.module.ts`),
  )
  return readFile(new URL(path ?? name, FOLDER), 'utf8')
}

// The folders of modules, in areas or not.
async function folderNames(): Promise<string[]> {
  const files = await readdir(FOLDER, { recursive: true })
  return files.filter((path) => path.endsWith('.module.ts')).map((path) => path.split('/').at(-2) as string)
}

async function needsOf(name: string): Promise<string[]> {
  return Array.from((await textOf(name)).matchAll(IMPORT), ([, module]) => module as string)
}

/** improvised returns what a module says in another way than all others: what it needs, and what it offers. */
function improvised(name: string, text: string): string[] {
  const title = name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const needs = Array.from(text.matchAll(TYPES)).some(([, module]) => module !== name)
  return [
    ...(needs && !text.includes(`interface ${title}Needs {`)
      ? [`${name} has no interface ${title}Needs`]
      : []),
    ...(text.includes('Module & ') ? [`${name} offers more than an interface ${title}Module says`] : []),
  ]
}

test('every module is in the list, behind those that it needs', async () => {
  const app = await startTestApp()
  try {
    const folders = await folderNames()
    const names = Object.values(app.modules).map(({ name }) => name)
    expect(Object.keys(app.modules)).toEqual(names)
    const list = await Promise.all(names.map(async (name) => ({ name, needs: await needsOf(name) })))
    expect(misplaced(folders, list)).toEqual([])
    expect(list.find(({ name }) => name === 'realtime')?.needs).toContain('api-keys')
  } finally {
    await app.stop()
  }
})

test('what a module needs of others, and what it offers to them, are interfaces with its name', async () => {
  const names = await folderNames()
  const all = await Promise.all(names.map(async (name) => improvised(name, await textOf(name))))
  expect(all.flat()).toEqual([])
  const text =
    "import type { Users } from '#modules/auth/auth.service.ts'\nfunction(): Module & { a: string }"
  expect(improvised('api-keys', text)).toEqual([
    'api-keys has no interface ApiKeysNeeds',
    'api-keys offers more than an interface ApiKeysModule says',
  ])
})

test('a module that is missing, doubled or in front of one that it needs is caught', () => {
  const list = [
    { name: 'realtime', needs: ['auth'] },
    { name: 'auth', needs: [] },
    { name: 'auth', needs: [] },
  ]
  expect(misplaced(['auth', 'realtime', 'storage'], list)).toEqual([
    'auth is not in the list once',
    'storage is not in the list once',
    'realtime stands in front of auth',
  ])
})

test('a credential that nobody resolves, or two modules do, is caught', () => {
  const none = { name: 'a', resolvers: {} }
  expect(() => collectResolvers([none])).toThrow('no module resolves apiKey')
  const all = { apiKey: () => undefined, project: undefined } as never
  expect(() => collectResolvers([{ name: 'a', resolvers: all }])).toThrow(/^no module resolves .*, project,/)
  const keys = (name: string): Module => ({ name, resolvers: { apiKey: () => undefined } })
  expect(() => collectResolvers([keys('a'), keys('b')])).toThrow('the module b resolves apiKey')
})

test('modules forget a project once it is gone, and no other', async () => {
  const app = await startTestApp()
  try {
    const forgotten: string[] = []
    for (const module of Object.values<Module>(app.modules))
      if (module.forget !== undefined) {
        const forget = module.forget.bind(module)
        Object.assign(module, {
          forget: async (id: string) => {
            forgotten.push(`${module.name} ${id}`)
            await forget(id)
          },
        })
      }
    const [gone, other] = [await app.createProject(), await app.createProject()]
    await app.platform.invalidations.publish(PROJECT_CHANGED, other.id)
    expect((await app.api('DELETE', `/projects/${gone.id}`, { token: gone.token })).status).toBe(202)
    await app.platform.jobs.drain()
    expect([...new Set(forgotten)].sort()).toEqual([`functions ${gone.id}`, `storage ${gone.id}`])
  } finally {
    await app.stop()
  }
})
