// The server settings of the embedded PostgreSQL. They go on the command line, which wins over its files.
import type { Cluster } from './cluster.ts'

/** Endpoint is where clients connect: a socket directory, or a loopback address on Windows. */
export interface Endpoint {
  readonly host: string
  readonly port: number
}

/** isSocket reports whether an endpoint is a directory with a unix socket. */
export function isSocket(endpoint: Endpoint): boolean {
  return endpoint.host.startsWith('/')
}

const DURABLE: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Live changes are read from the write-ahead log.
  wal_level: 'logical',
  max_wal_senders: '16',
  max_replication_slots: '16',
  // Where nobody reads for long, the log is given up before the disk is full; subscribers then read anew.
  max_slot_wal_keep_size: '4GB',
  // A few pools of 4 to 16 connections saturate a machine and more only adds latency; the rest is for the
  // logins of single projects, the jobs and an administrator.
  max_connections: '100',
  // To drop a project locks each of its tables, indexes and sequences in one transaction.
  max_locks_per_transaction: '256',
  shared_buffers: '256MB',
  // The binaries come without LLVM, so that each backend would look for it in vain.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

// In this order of PostgreSQL, `log` is above `error`: the server's own messages are kept, the failures of
// single statements are not. Those go to the client, who logs what is worth it; here they would put rows of
// the projects into the log.
const LOGGING: Readonly<Record<string, string>> = {
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '[%p] ',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** serverArguments is the command line of the server. */
export function serverArguments(
  cluster: Cluster,
  endpoint: Endpoint,
  extra: Readonly<Record<string, string>> = {},
): string[] {
  const settings = { ...DURABLE, ...LOGGING, ...extra, ...listening(endpoint), cluster_name: cluster.name }
  const args = ['-D', cluster.directory]
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`)
  return args
}

function listening(endpoint: Endpoint): Record<string, string> {
  const port = String(endpoint.port)
  if (!isSocket(endpoint)) return { port, listen_addresses: endpoint.host, unix_socket_directories: '' }
  return {
    port,
    listen_addresses: '',
    // The setting is a list, in which a comma separates unless it is quoted.
    unix_socket_directories: `"${endpoint.host.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
}
