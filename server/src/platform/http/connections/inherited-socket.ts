// A listening socket that systemd has opened and hands over: it outlives the server, so that connections wait in the kernel
// while one server ends and the next one starts.
import { ConfigError } from '#platform/config/config.ts'

// The first after standard input, output and error (man 3 sd_listen_fds).
const FIRST_FD = 3

/**
 * inheritedSocket returns the file descriptor of the socket that this process was given, if it was given one, and takes that out
 * of the environment, so that no child takes it for its own. It throws a ConfigError where there are several.
 */
export function inheritedSocket(env: NodeJS.ProcessEnv, pid: number): number | undefined {
  const { LISTEN_PID, LISTEN_FDS } = env
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete env[name]
  if (LISTEN_PID !== String(pid)) return undefined
  if (LISTEN_FDS === '1') return FIRST_FD
  throw new ConfigError(
    `LISTEN_FDS: ${LISTEN_FDS} sockets were handed over. Give the server one ListenStream.`,
  )
}
