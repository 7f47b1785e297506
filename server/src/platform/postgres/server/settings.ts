// The settings of the embedded PostgreSQL, passed on the command line, which overrides its configuration files.
import type { Cluster } from '#platform/postgres/directory/cluster.ts'

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
  // For live changes.
  wal_level: 'logical',
  max_wal_senders: '16',
  max_replication_slots: '16',
  // If the slot is not read for long, the log is dropped before the disk is full; subscribers then read the rows again.
  max_slot_wal_keep_size: '4GB',
  // A few pools of 4 to 16 connections saturate a machine, and more only add latency; the rest is for projects with logins
  // of their own, jobs and an administrator.
  max_connections: '104',
  // Dropping a project locks all its tables, indexes and sequences in one transaction.
  max_locks_per_transaction: '256',
  shared_buffers: '256MB',
  // The binaries are built without LLVM: each backend would search for it in vain.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

// In PostgreSQL's order `log` is above `error`: messages of the server are logged, failed statements are not. Those are
// reported to the client; in the log they would reveal rows of projects.
const LOGGING: Readonly<Record<string, string>> = {
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '[%p] ',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** serverArguments returns the command line of the server. */
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
    // The setting is a list, so that commas must be quoted.
    unix_socket_directories: `"${endpoint.host.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  }
}
