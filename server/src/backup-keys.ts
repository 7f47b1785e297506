// What backups are encrypted for and opened with on the command line. A passphrase comes from a file or the terminal: arguments are
// seen by every user of the machine.
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Header } from '#platform/backup/backup-files.ts'
import { ConfigError } from '#platform/config/config.ts'
import { type AgeKey, type AgeLock, isAgeIdentity, isAgeRecipient } from '#platform/crypto/age.ts'
import { reasonOf } from '#platform/postgres/directory/reason.ts'

/** KEY_OPTIONS are the options that name them. */
export const KEY_OPTIONS = {
  recipient: { type: 'string', multiple: true },
  identity: { type: 'string' },
  passphrase: { type: 'boolean' },
  'passphrase-file': { type: 'string' },
} as const

interface KeyValues {
  readonly recipient?: readonly string[]
  readonly identity?: string
  readonly passphrase?: boolean
  readonly 'passphrase-file'?: string
}

/** lockOf returns what a backup is encrypted for: what the options say, else the recipients of the settings; undefined where there is neither. */
export async function lockOf(values: KeyValues, recipients: readonly string[]): Promise<AgeLock | undefined> {
  const { recipient = [], passphrase, 'passphrase-file': file } = values
  if ([recipient.length > 0, passphrase === true, file !== undefined].filter(Boolean).length > 1)
    throw new ConfigError('A backup is encrypted for recipients or with one passphrase: name one of them.')
  const wrong = recipient.find((one) => !isAgeRecipient(one))
  if (wrong !== undefined)
    throw new ConfigError(
      `${wrong} is no recipient of age, which begins with age1: make one with age-keygen.`,
    )
  if (file !== undefined) return { passphrase: await readPassphrase(file) }
  if (passphrase === true) return { passphrase: await choosePassphrase() }
  if (recipient.length > 0) return { recipients: recipient }
  return recipients.length > 0 ? { recipients } : undefined
}

/** keyOf returns what opens a backup, by the options; undefined where it is not encrypted. It asks for a passphrase that no option names. */
export async function keyOf(values: KeyValues, { encrypted }: Header): Promise<AgeKey | undefined> {
  const { identity, 'passphrase-file': file } = values
  if (encrypted === undefined) return undefined
  if (encrypted === 'passphrase')
    return {
      passphrase: file === undefined ? await ask('Passphrase of the backup: ') : await readPassphrase(file),
    }
  if (identity === undefined)
    throw new ConfigError(
      'The backup is encrypted for a recipient: name the file of its identity by --identity.',
    )
  const lines = (await read(identity)).split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  if (lines.length === 0 || !lines.every(isAgeIdentity))
    throw new ConfigError(`${identity} holds no identity of age, which begins with AGE-SECRET-KEY-1.`)
  return { identities: lines }
}

async function readPassphrase(file: string): Promise<string> {
  const passphrase = (await read(file)).replace(/\r?\n$/, '')
  if (passphrase === '') throw new ConfigError(`${file} holds no passphrase.`)
  return passphrase
}

function read(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause) => {
    throw new ConfigError(`The file ${file} cannot be read: ${reasonOf(cause)}.`, { cause })
  })
}

async function choosePassphrase(): Promise<string> {
  const passphrase = await ask('Passphrase for the backup: ')
  if (passphrase === '') throw new ConfigError('The passphrase is empty.')
  if ((await ask('The same once more: ')) !== passphrase)
    throw new ConfigError('The two passphrases are not the same.')
  return passphrase
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new ConfigError(
      'There is no terminal to ask for a passphrase: name a file of it by --passphrase-file.',
    )
  const silent = new Writable({ write: (_chunk, _encoding, written) => written() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  process.stderr.write(question)
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
