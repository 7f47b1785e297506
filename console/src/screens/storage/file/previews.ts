// How a file is previewed. What a browser could run, HTML and SVG, is shown as text.

import { isPicture } from '#api/services/storage.ts'

/** Preview is the kind of a preview. */
export type Preview = 'picture' | 'video' | 'audio' | 'pdf' | 'text' | 'none'

const TEXTS = /^(?:text\/|application\/(?:json|xml|javascript|yaml|x-yaml|toml|sql)$|image\/svg\+xml$)/

/** previewOf returns how a type is previewed. */
export function previewOf(mimeType: string): Preview {
  if (isPicture(mimeType)) return 'picture'
  if (mimeType.startsWith('video/')) return 'video'
  if (mimeType.startsWith('audio/')) return 'audio'
  if (mimeType === 'application/pdf') return 'pdf'
  return TEXTS.test(mimeType) ? 'text' : 'none'
}
