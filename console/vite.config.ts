// How the console is built: one page below /console, every asset under a name with its hash, styles with the server's nonce.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkOf } from './chunks.ts'
import { musicStore } from './music-store.ts'

const SERVER = process.env.MSINGI_SERVER ?? 'http://127.0.0.1:8080'

const CHUNKS = { name: chunkOf, debugName: 'chunks' }

export default defineConfig(({ command }) => ({
  base: '/console/',
  plugins: [react(), musicStore()],
  // The server puts a new nonce in place of this in each page.
  html: command === 'build' ? { cspNonce: '__MSINGI_NONCE__' } : {},
  // The client is built in as it is written, not as it was last built.
  resolve: { conditions: ['msingi-source', 'module', 'browser'] },
  build: {
    target: ['chrome120', 'firefox135', 'safari18.4'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // All screens stand on one chunk, which a browser keeps for a year; the rows of the music store are larger.
    chunkSizeWarningLimit: 1500,
    manifest: 'manifest.json',
    rolldownOptions: { output: { codeSplitting: { groups: [CHUNKS] } } },
  },
  server: { proxy: { '/api': { target: SERVER, ws: true } } },
}))
