// What the program says of itself.

/** VERSION is the server's own, as /openapi.yaml reports it. */
export const VERSION = '0.1.0'

/** HELP is what `--help` prints, and what docs/command-line.md shows. */
export const HELP = `Usage: npm start [-- --help | --version]
       npm run rotate-master-key
       npm run simulators

Starts the server. What it does is set in the environment: docs/configuration.md lists
all settings. SIGTERM and SIGINT finish the requests that run, and stop it.

  rotate-master-key  makes MSINGI_MASTER_KEY the key under which all others are wrapped,
                     in place of MSINGI_MASTER_KEY_PREVIOUS, also while servers run
  simulators         runs the simulators of the payment providers alone
  --help             prints this
  --version          prints the version

Without npm, in a container or a service: node server/bin/msingi.js [command]
`
