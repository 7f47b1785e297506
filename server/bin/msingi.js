// The entry that any Node can read: it refuses an old one in a sentence and hands over to src/main.ts.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Msingi needs Node 22.18 or later and this is ${process.versions.node}. ` +
      'Start it with "npm start", which uses the Node 24 that "npm ci" has installed.',
  )
  process.exit(1)
}
const { enableCompileCache } = await import('node:module')
enableCompileCache?.()
// What it says of itself needs no server.
const { HELP, VERSION } = await import('../src/help.ts')
const said = { '--help': HELP, '--version': `${VERSION}\n` }[process.argv[2]]
if (said === undefined) await import('../src/main.ts')
else process.stdout.write(said)
