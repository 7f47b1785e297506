// What browsers are allowed to send from pages of other origins, and which headers of the answer they may read (CORS).
import cors from '@fastify/cors'
import type { Config } from '#platform/config/config.ts'
import type { App } from './routes/app-types.ts'

const EXPOSED_HEADERS = [
  'x-request-id',
  'x-next-cursor',
  'x-prev-cursor',
  'content-range',
  'preference-applied',
  'etag',
  'x-total-count',
  'link',
  'retry-after',
  'www-authenticate',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'idempotency-replayed',
  'allow',
  'x-msingi-hint',
  'x-msingi-invocation-id',
  'location',
  'tus-resumable',
  'tus-version',
  'tus-extension',
  'tus-max-size',
  'tus-checksum-algorithm',
  'upload-offset',
  'upload-length',
  'upload-metadata',
  'upload-concat',
  'upload-expires',
]

/** METHODS are those of the API. Without a list of its own, the plugin lets browsers send only what a form could. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** answerBrowsers answers preflight requests, and names the headers that pages may read. */
export function answerBrowsers(app: App, config: Config): void {
  const allowed = {
    origin: config.corsOrigins === '*' ? '*' : [...config.corsOrigins],
    methods: METHODS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 86_400,
    // An OPTIONS that asks for no method is a plain one, and is answered as such.
    strictPreflight: false,
  }
  // Only browsers send an Origin, and only they read the headers that answer it.
  app.register(cors, {
    delegator: (request, done) =>
      done(null, request.headers.origin === undefined ? { origin: false } : allowed),
  })
}
