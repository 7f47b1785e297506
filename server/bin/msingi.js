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
await import('../src/main.ts')
