// A physical backup of a PostgreSQL server by its replication protocol: its data directory as one tar archive, with the log that
// makes it consistent. No tool of PostgreSQL is needed for it.
import { randomUUID } from 'node:crypto'
import { type Duplex, Readable } from 'node:stream'
import pg from 'pg'
import { BackupError } from './backup-error.ts'

const [ARCHIVE, DATA] = ['n'.charCodeAt(0), 'd'.charCodeAt(0)]
const COMMAND = "BASE_BACKUP (LABEL 'msingi', CHECKPOINT 'fast', WAL true, MANIFEST 'no')"

const REFUSED: Readonly<Record<string, string>> = {
  '42501': 'its user may not replicate. Allow it: alter role … replication',
  '28000': 'its user may not connect for replication. Add a line "host replication …" to pg_hba.conf',
}

/** connectForBackup opens a connection that can make a base backup. */
export async function connectForBackup(connection: pg.ClientConfig): Promise<pg.Client> {
  // Not in the types of `pg`, which passes it on at start.
  const client = new pg.Client({ ...connection, replication: 'true' } as pg.ClientConfig)
  client.on('error', () => {})
  try {
    await client.connect()
    // Until the connection ends, the server keeps the log from here on.
    const slot = `msingi_backup_${randomUUID().slice(0, 8)}`
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL RESERVE_WAL`)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    const { code = '', message } = error as pg.DatabaseError
    throw new BackupError(`PostgreSQL cannot be backed up: ${REFUSED[code] ?? message}.`, { cause: error })
  }
}

/** baseBackup returns the archive as it comes. The connection is of no use for anything else until the archive has ended. */
export function baseBackup(client: pg.Client): Readable {
  return client.query(new BaseBackup())
}

interface Connection {
  readonly stream: Duplex
  query(text: string): void
}

// What `pg` calls with the messages of the command.
class BaseBackup extends Readable {
  #connection: Connection | undefined
  #archives = 0

  submit(connection: unknown): void {
    this.#connection = connection as Connection
    this.#connection.query(COMMAND)
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    // The server would send all the rest.
    if (error !== null) this.#connection?.stream.destroy()
    callback(error)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const [kind] = chunk
    if (kind === ARCHIVE) this.#archives += 1
    if (this.#archives > 1)
      this.destroy(
        new BackupError('PostgreSQL cannot be backed up: it has tablespaces outside of its data directory.'),
      )
    // The buffer is used again.
    else if (kind === DATA && !this.push(Buffer.from(chunk.subarray(1)))) this.#connection?.stream.pause()
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  handleReadyForQuery(): void {
    this.push(null)
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}
