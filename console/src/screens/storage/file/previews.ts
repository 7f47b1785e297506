// How a file is previewed. What a browser could run, HTML and SVG, is shown as text.

/** Preview is the kind of a preview. */
export type Preview = 'picture' | 'video' | 'audio' | 'pdf' | 'text' | 'none'

const PICTURES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])
const TEXTS = /^(?:text\/|application\/(?:json|xml|javascript|yaml|x-yaml|toml|sql)$|image\/svg\+xml$)/

/** isPicture reports whether the server makes smaller images of a type. */
export function isPicture(mimeType: string): boolean {
  return PICTURES.has(mimeType)
}

/** previewOf returns how a type is previewed. */
export function previewOf(mimeType: string): Preview {
  if (isPicture(mimeType)) return 'picture'
  if (mimeType.startsWith('video/')) return 'video'
  if (mimeType.startsWith('audio/')) return 'audio'
  if (mimeType === 'application/pdf') return 'pdf'
  return TEXTS.test(mimeType) ? 'text' : 'none'
}
