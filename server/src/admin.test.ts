// What the commands of operators refuse before they do anything.
import { existsSync } from 'node:fs'
import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { isRoot } from '#platform/postgres/directory/run-user.ts'
import { admin } from './admin.ts'
import { ADMIN_HELP } from './help.ts'

const dataDir = join(tmpdir(), `msingi-admin-${crypto.randomUUID()}`)
async function run(...args: string[]): Promise<string> {
  const lines: string[] = []
  const config = () => readConfig({ MSINGI_DATA: dataDir })
  const failure = await admin(args, { config, say: (line) => lines.push(line) }).catch((error) => error)
  return failure?.message ?? `${lines.join('\n')}\n`
}

test('what is no command, or lacks what it needs, is refused with how it is used', async () => {
  for (const args of [[], ['--help'], ['backup', '--help']]) expect(await run(...args)).toBe(ADMIN_HELP)
  for (const args of [
    ['back', '--to', 'x'],
    ['backup'],
    ['backup', 'x'],
    ['backup', 'x', '--to', 'y'],
    ['backup', '--too', 'x'],
    ['backup', '--to'],
    ['backups'],
    ['restore', 'x'],
    ['restore', '--into', 'x'],
    ['restore', 'x', 'y', '--check'],
  ])
    expect(await run(...args), args.join(' ')).toMatch(
      new RegExp(`.\n\n${ADMIN_HELP.trimEnd().slice(0, 20)}`),
    )
})

test('folders that are not what they are named for are refused, and none is made', async () => {
  expect(await run('backup', '--to', join(dataDir, 'b'))).toContain(`There is no database in ${dataDir}`)
  expect(await run('backups', dataDir)).toContain(`The folder ${dataDir} cannot be read`)
  expect(await run('restore', dataDir, '--check')).toContain(`There is no backup in ${dataDir}`)
  expect(existsSync(dataDir)).toBe(false)
})

test('a backup as root of what belongs to another user is refused', async (context) => {
  context.skip(!isRoot(), 'only root can do it')
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'postgres.password'), 'secret')
  await chown(dataDir, 4242, 4242)
  expect(await run('backup', '--to', join(dataDir, 'b'))).toContain(`${dataDir} belongs to another user`)
  await rm(dataDir, { recursive: true })
})
