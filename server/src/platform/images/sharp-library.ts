// The image library, loaded with the first image. It opens raster formats of the web and nothing else: no SVG, which could
// refer to other files, no PDF, no TIFF.
import type Sharp from 'sharp'

/** SharpLibrary is the library's function. */
export type SharpLibrary = typeof Sharp

const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`)

let library: Promise<SharpLibrary> | undefined

/** openSharp returns the library. */
export function openSharp(): Promise<SharpLibrary> {
  library ??= load()
  return library
}

async function load(): Promise<SharpLibrary> {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  // Images are worked on in the places of a gate, with one thread each, and nothing is kept in memory in between.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
