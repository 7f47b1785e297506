// The directory below which processes of a server have theirs. Those of servers that were killed are removed.
import { chmod, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** makeHome makes the directory, which other users can pass through but not list, and returns its real path. */
export async function makeHome(prefix: string): Promise<string> {
  const parent = await realpath(tmpdir())
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => {})
  }
  const directory = await mkdtemp(join(parent, `${prefix}${process.pid}-`))
  await chmod(directory, 0o711)
  return directory
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
