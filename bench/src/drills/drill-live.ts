// The drill of live changes: the suite's own test, with as many kills of servers, nodes and databases as are asked for.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** runLiveDrill returns whether every client received every change once and in order. */
export async function runLiveDrill(kills: number): Promise<boolean> {
  const env = { ...process.env, MSINGI_TEST_KILLS: String(kills) }
  const tests = spawn('npm', ['test', '--', 'test/live-crash'], { cwd: ROOT, env, stdio: 'inherit' })
  const [code] = await once(tests, 'exit')
  return code === 0
}
