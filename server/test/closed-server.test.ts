// A server that has been closed leaves nothing in the memory of its process.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { startTestApp } from '#test/harness.ts'

async function useAndClose(): Promise<WeakRef<object>> {
  const app = await startTestApp()
  const project = await app.createProject()
  expect((await app.api('GET', '/data/users', { key: project.secret })).status).toBe(200)
  // The figures of the process are shared by its servers.
  expect((await app.api('GET', '//metrics')).text).toContain('msingi_nodejs_eventloop_lag_seconds')
  const left = new WeakRef(app.platform)
  await app.stop()
  return left
}

test('a closed server is collected', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const left = [await useAndClose(), await useAndClose()]
  await vi.waitFor(() => {
    collect()
    expect(left.map((platform) => platform.deref() === undefined)).toEqual([true, true])
  }, 20_000)
})
