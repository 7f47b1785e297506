// The headers of a file: what browsers may do with it, and under which name they save it.
import { fileNameOf } from '#modules/storage/context/object-names.ts'

// Documents that can hold scripts. They are shown without any right: no script, no origin, no form.
const ACTIVE = /^(?:text\/(?:html|xml|xsl)|application\/xml|multipart\/.*|.*\+xml)$/
const SANDBOX =
  "sandbox; default-src 'none'; img-src data: https:; media-src data: https:; style-src 'unsafe-inline'; font-src data:"

/** contentHeaders returns the headers that depend on the file alone. */
export function contentHeaders(mimeType: string): Record<string, string> & { 'content-type': string } {
  const type = mimeType.startsWith('text/') ? `${mimeType}; charset=utf-8` : mimeType
  return {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    // Anybody may show the file; whether they may read it has been decided.
    'cross-origin-resource-policy': 'cross-origin',
    ...(ACTIVE.test(mimeType) ? { 'content-security-policy': SANDBOX } : {}),
  }
}

/** contentDisposition names the file; `download` saves it instead of showing it (RFC 6266). */
export function contentDisposition(name: string, download: boolean): string {
  const file = fileNameOf(name) || 'file'
  const kind = download ? 'attachment' : 'inline'
  const plain = file.normalize('NFKD').replace(/[^ -~]|["\\%]/g, '_')
  const fallback = `${kind}; filename="${plain}"`
  return plain === file ? fallback : `${fallback}; filename*=UTF-8''${encoded(file)}`
}

// encodeURIComponent leaves some characters that the header's grammar does not allow (RFC 8187).
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
}
