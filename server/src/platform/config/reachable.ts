// What the settings name is tried before anything is made, so that a first mistake is a sentence about its setting.
import { once } from 'node:events'
import { createServer } from 'node:net'
import pg from 'pg'
import { ConfigError } from './config.ts'

// How long a database has to answer.
const ANSWER_SECONDS = 10

const PORT_REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program. End that, or choose another port',
  EACCES: 'is for the administrator of this machine alone. Choose one from 1024 on',
  EADDRNOTAVAIL: 'is not there: this machine has no such address. Set HOST to one that it has',
  ENOTFOUND: 'is not there: this machine has no such address. Set HOST to one that it has',
}

const DATABASE_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  ENOENT: 'there is no such socket',
  '28P01': 'the user or the password is wrong',
  '28000': 'the user is not allowed to connect',
  '3D000': 'there is no database of that name',
  '57P03': 'it is still starting',
}

/** checkPort throws a ConfigError that names the setting where a port, 0 for any, cannot be listened on. */
export async function checkPort(setting: string, port: number, host: string): Promise<void> {
  const server = createServer()
  try {
    server.listen({ port, host })
    await once(server, 'listening')
  } catch (error) {
    const reason = PORT_REASONS[codeOf(error)] ?? `cannot be used: ${(error as Error).message}`
    throw new ConfigError(`${setting}: ${port} on ${host} ${reason}.`, { cause: error })
  } finally {
    server.close()
  }
}

/** checkDatabase throws a ConfigError that says where and why PostgreSQL cannot be reached. */
export async function checkDatabase(url: string): Promise<void> {
  const client = clientOf(url)
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    const reason = DATABASE_REASONS[codeOf(error)] ?? reasonOf(error as Error)
    const place = `${client.host}:${client.port}`
    throw new ConfigError(
      `DATABASE_URL: PostgreSQL at ${place} cannot be used: ${reason}. Start it, or set the right address.`,
      { cause: error },
    )
  } finally {
    await client.end().catch(() => {})
  }
}

// It reads the certificates that the address names.
function clientOf(connectionString: string): pg.Client {
  try {
    return new pg.Client({ connectionString, connectionTimeoutMillis: ANSWER_SECONDS * 1000 })
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? `there is no file ${path}` : message
    throw new ConfigError(`DATABASE_URL: it cannot be used: ${reason}.`, { cause: error })
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''

const reasonOf = ({ message }: Error) =>
  /timeout/i.test(message) ? `it gave no answer within ${ANSWER_SECONDS} seconds` : message
