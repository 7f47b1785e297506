// The content security policy of the console: nothing inline but styles with the nonce, nothing from another host but the
// addresses that the server itself is configured with.
import type { FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'

/** PAGE_HEADERS are those of every page of the console. */
export const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=()',
}

/** previewPolicy returns that of /console/preview, a document without an origin whose one script is its own. */
export function previewPolicy(scriptHash: string): string {
  return [
    "default-src 'none'",
    `script-src '${scriptHash}'`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ')
}

/** pagePolicy returns the policy of the console's page. */
export function pagePolicy(config: Config, request: FastifyRequest, nonce: string): string {
  const others = foreignOrigins(config, request)
  const from = (directive: string, ...sources: string[]) => [directive, ...sources, ...others].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    from('img-src', "'self'", 'blob:', 'data:'),
    from('media-src', "'self'", 'blob:'),
    "font-src 'self'",
    from('connect-src', "'self'"),
    "worker-src 'self'",
    "frame-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

// `'self'` includes the WebSockets of the same host and port.
function foreignOrigins(config: Config, request: FastifyRequest): string[] {
  const own = `${request.protocol}://${request.host}`
  const base = new URL(baseUrlOf(config, request)).origin
  const s3 = config.s3?.direct === true ? config.s3.endpoint : undefined
  return [
    ...(base === own ? [] : [base, base.replace(/^http/, 'ws')]),
    ...(s3 === undefined ? [] : [new URL(s3).origin]),
  ]
}
