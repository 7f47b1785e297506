// What the program says of itself.

/** VERSION is the server's own, as /openapi.yaml reports it. */
export const VERSION = '0.1.0'

/** HELP is what `--help` prints, and what docs/command-line.md shows. */
export const HELP = `Usage: npm start [-- --help | --version]
       npm run rotate-master-key
       npm run simulators
       npm run admin -- <command>

Starts the server. What it does is set in the environment: docs/configuration.md lists
all settings. SIGTERM and SIGINT finish the requests that run, and stop it.

  rotate-master-key  makes MSINGI_MASTER_KEY the key under which all others are wrapped,
                     in place of MSINGI_MASTER_KEY_PREVIOUS, also while servers run
  simulators         runs the simulators of the payment providers alone
  admin              backups, and a copy of the master key; npm run admin -- --help
  --help             prints this
  --version          prints the version

Without npm, in a container or a service: node server/bin/msingi.js [command]
`

/** ADMIN_HELP is what `npm run admin -- --help` prints. */
export const ADMIN_HELP = `Usage: npm run admin -- <command>

  backup [--to PLACE]         makes a backup of everything, in a new folder in PLACE (by
                              default MSINGI_BACKUP_TO), also while servers run, and
                              reads it again
  backups PLACE               lists the backups in PLACE
  restore BACKUP --into DATA  restores a backup into an empty data folder
  restore BACKUP --check      reads a backup and says whether it is whole
  key export --to FILE        writes the master key into a new file, as a page to print
  check                       says whether this version can start on the database, and
                              what it would change; nothing is changed
  resume                      lets a server on restored data send webhooks, mails and
                              the like, and run cron jobs, which wait until then

PLACE is a folder, or s3://bucket/prefix; BACKUP is PLACE/NAME.

With backup, what it is encrypted for, in the format of age:
  --recipient age1…           once for each recipient; by default MSINGI_BACKUP_RECIPIENT
  --passphrase                a passphrase, which the terminal asks for
  --passphrase-file FILE      the passphrase in a file
With restore, what opens it: --identity FILE or --passphrase-file FILE

The settings are those of the server. The exit code is 0 only where all was done.
`
