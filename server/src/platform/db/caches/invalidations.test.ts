// The connection on which a node hears of invalidations: one that has died without a word is found, and made anew.
import net from 'node:net'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { createLog } from '#platform/log/log.ts'
import { cloneDatabase, testKeys } from '#test/test-database.ts'
import { Invalidations } from './invalidations.ts'

// A host that is a folder has a socket in it.
function connect({ host = '', port = 5432 }: pg.ClientConfig): net.Socket {
  return host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
}

test('a connection that answers no more is made anew, and everything is forgotten', async () => {
  const database = await cloneDatabase(inject('server'))
  const { connection } = database
  const passing = new Set<net.Socket>()
  const middle = net.createServer((near) => {
    const far = connect(connection)
    passing.add(near)
    near.on('data', (bytes) => passing.has(near) && far.write(bytes))
    far.on('data', (bytes) => passing.has(near) && near.write(bytes))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy())
  })
  await new Promise<void>((done) => middle.listen(0, '127.0.0.1', done))
  const { port } = middle.address() as net.AddressInfo
  const behind = () => ({ ...connection, host: '127.0.0.1', port })
  const node = new Invalidations(behind, testKeys, createLog('silent'), { everyMs: 20, answerMs: 1000 })
  const heard: (string | undefined)[] = []
  node.on('thing', (id) => heard.push(id))
  const pool = new pg.Pool(connection)
  try {
    await node.listen()
    await node.notify('thing', 'before', pool)
    await expect.poll(() => heard).toEqual(['before'])
    passing.clear()
    await expect.poll(() => heard).toEqual(['before', undefined])
    await node.notify('thing', 'after', pool)
    await expect.poll(() => heard).toEqual(['before', undefined, 'after'])
  } finally {
    await node.close()
    await pool.end()
    middle.close()
    await database.drop()
  }
})
