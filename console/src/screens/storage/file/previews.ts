// How a file is previewed. What a browser could run, HTML and SVG, is shown as text.

import { isPicture } from '#api/services/storage.ts'

/** Preview is the kind of a preview. */
export type Preview = 'picture' | 'video' | 'audio' | 'pdf' | 'table' | 'text' | 'none'

const TABLES = /^(?:text\/csv|text\/tab-separated-values|application\/csv)$/
const TEXTS = /^(?:text\/|application\/(?:json|xml|javascript|yaml|x-yaml|toml|sql)$|image\/svg\+xml$)/

/** previewOf returns how a type is previewed. */
export function previewOf(mimeType: string): Preview {
  if (isPicture(mimeType)) return 'picture'
  if (mimeType.startsWith('video/')) return 'video'
  if (mimeType.startsWith('audio/')) return 'audio'
  if (mimeType === 'application/pdf') return 'pdf'
  if (TABLES.test(mimeType)) return 'table'
  return TEXTS.test(mimeType) ? 'text' : 'none'
}
