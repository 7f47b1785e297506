// Which host names a project can have: public ones that somebody can own, as the DNS writes them.
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import type { Config } from '#platform/config/config.ts'
import { invalidInput } from '#platform/errors/app-error.ts'

/** CHALLENGE is the label in front of a name where the record of ownership stands. */
export const CHALLENGE = '_msingi-challenge'

// So that the name with the label in front is one as well.
const MAX_NAME = 253 - CHALLENGE.length - 1
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** readName returns a host name in lower case and Punycode. It throws 400 for what no project can have. */
export function readName(text: string, config: Pick<Config, 'publicUrl' | 'host'>): string {
  const trimmed = text.trim()
  const name = domainToASCII(trimmed.endsWith('.') ? trimmed.slice(0, -1) : trimmed)
  const labels = name.split('.')
  if (name === '' || name.length > MAX_NAME || !labels.every((label) => LABEL.test(label)))
    throw invalidInput('name: must be a host name, such as api.example.com, without protocol, port or path.')
  if (isIP(name) !== 0) throw invalidInput('name: must be a host name, not an address.')
  const { publicSuffix } = parse(name, { allowPrivateDomains: true })
  if (labels.length < 2 || publicSuffix === name)
    throw invalidInput(`name: ${name} is a public suffix. Use a name below it that you own.`)
  if (isServerHost(name, config)) throw invalidInput(`name: ${name} is this server's own.`)
  return name
}

function isServerHost(name: string, { publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>): boolean {
  if (name === host.toLowerCase() || name === 'localhost' || name.endsWith('.localhost')) return true
  return publicUrl !== undefined && new URL(publicUrl).hostname === name
}
