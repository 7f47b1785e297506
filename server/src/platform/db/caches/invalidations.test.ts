// The connection on which a node hears of invalidations: one that has died without a word is found, and made anew.
import net from 'node:net'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { transaction } from '#platform/db/transaction.ts'
import { createLog } from '#platform/log/log.ts'
import { cloneDatabase, testKeys } from '#test/test-database.ts'
import { Invalidations, topic } from './invalidations.ts'

const [THING, OTHER] = [topic('thing'), topic('other')] as const

// A host that is a folder has a socket in it.
function connect({ host = '', port = 5432 }: pg.ClientConfig): net.Socket {
  return host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
}

/** openNodes opens nodes on a database: `near` through a connection that `cut` lets die without a word, and `other` directly. */
async function openNodes() {
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
  const pool = new pg.Pool(connection)
  const open = async (config: () => pg.ClientConfig) => {
    const node = new Invalidations(config, testKeys, createLog('silent'), { everyMs: 20, answerMs: 1000 })
    const heard: (string | undefined)[] = []
    node.on(THING, (id) => heard.push(id))
    await node.listen()
    await node.introduce()
    return { node, heard }
  }
  const [near, other] = [await open(behind), await open(() => connection)]
  // The node that began last has told the others that anything may have changed.
  await expect.poll(() => near.heard.splice(0)).toEqual([undefined])
  return {
    ...{ near, other, pool },
    /** tell notifies all nodes. */
    tell: (payload: string) => pool.query('select pg_notify($1, $2)', [near.node.channel, payload]),
    cut: () => passing.clear(),
    async close() {
      for (const { node } of [near, other]) await node.close()
      await pool.end()
      middle.close()
      await database.drop()
    },
  }
}

test('a connection that answers no more is made anew, and everything is forgotten', async () => {
  const { near, tell, cut, close } = await openNodes()
  const { heard } = near
  try {
    await tell('["thing","before"]')
    await expect.poll(() => heard).toEqual(['before'])
    cut()
    await expect.poll(() => heard).toEqual(['before', undefined])
    await tell('["thing","after"]')
    await expect.poll(() => heard).toEqual(['before', undefined, 'after'])
  } finally {
    await close()
  }
})

test('what cannot be published is an error to nobody, and has the others forget everything', async () => {
  const { near, other, cut, close } = await openNodes()
  try {
    await near.node.publish(THING, 'one')
    await expect.poll(() => other.heard).toEqual(['one'])
    cut()
    for (const id of ['two', 'three']) await near.node.publish(THING, id)
    expect(near.heard.slice(0, 3)).toEqual(['one', 'two', 'three'])
    await expect.poll(() => other.heard).toEqual(['one', undefined])
    await near.node.publish(THING, 'four')
    await expect.poll(() => other.heard).toEqual(['one', undefined, 'four'])
  } finally {
    await close()
  }
})

test('a change that cannot be read is read again, with all others of its topic, and by nobody else', async () => {
  const { near, close } = await openNodes()
  const read: (string | undefined)[] = []
  near.node.on(OTHER, async (id) => {
    if (read.push(id) < 3) throw new Error('away')
  })
  const well: (string | undefined)[] = []
  near.node.on(OTHER, (id) => well.push(id))
  try {
    await near.node.publish(OTHER, 'one')
    await expect.poll(() => read).toEqual(['one', undefined, undefined])
    expect(well).toEqual(['one'])
  } finally {
    await close()
  }
})

test('a message that is not understood has everything forgotten that it may be about', async () => {
  const { other, tell, close } = await openNodes()
  other.node.on(topic('else'), (id) => other.heard.push(`else ${id}`))
  const everything = [undefined, 'else undefined']
  const messages: readonly [payload: string, forgotten: readonly unknown[]][] = [
    ['["thing","one"]', ['one']],
    ['["a topic of a newer node","one"]', everything],
    ['["thing",{"ids":["one"]}]', [undefined]],
    ['["thing","one","of another project"]', [undefined]],
    ['{"topic":"thing"}', everything],
    ['thing', everything],
    ['', everything],
  ]
  try {
    for (const [payload, forgotten] of messages) {
      await tell(payload)
      await expect.poll(() => other.heard.length).toBe(forgotten.length)
      expect(other.heard.splice(0), payload).toEqual(forgotten)
    }
  } finally {
    await close()
  }
})

test('work in the background is woken on all nodes by what is committed, and by nothing that is not', async () => {
  const { near, other, pool, close } = await openNodes()
  try {
    await transaction(pool, async (db) => {
      near.node.wake(THING, 'committed', db)
      await db.query('select')
      expect(near.heard).toEqual([])
    })
    expect(near.heard).toEqual(['committed'])
    const rolledBack = transaction(pool, async (db) => {
      near.node.wake(THING, 'rolled back', db)
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    near.node.wake(THING, 'at once', pool)
    await expect.poll(() => other.heard).toEqual(['committed', 'at once'])
    expect(near.heard).toEqual(['committed', 'at once'])
  } finally {
    await close()
  }
})
