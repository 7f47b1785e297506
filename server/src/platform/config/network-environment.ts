// What a process of ours needs of the server's environment to reach the network as the server does, and nothing else of it.

const CERTIFICATES = ['NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'SSL_CERT_FILE', 'SSL_CERT_DIR']
// Node uses proxies only where it is told to.
const USES_PROXIES = 'NODE_USE_ENV_PROXY'
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy']

/** NetworkEnvironment are environment variables: certificates, and proxies where they are used. */
export type NetworkEnvironment = Readonly<Record<string, string>>

/** networkEnvironment returns the variables by which Node.js finds certificates and proxies. */
export function networkEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): NetworkEnvironment {
  const proxies = environment[USES_PROXIES] === '1' ? [USES_PROXIES, ...PROXIES] : []
  const named = [...CERTIFICATES, ...proxies].map((name) => [name, environment[name]])
  return Object.fromEntries(named.filter(([, value]) => value !== undefined))
}
