// The orders of a list of files. In a file of its own since addresses are checked before any screen is loaded.

/** FILE_ORDERS are all of them. */
export const FILE_ORDERS = [
  'name.asc',
  'name.desc',
  'created_at.desc',
  'created_at.asc',
  'size.desc',
  'size.asc',
] as const

/** FileOrder is one of them. */
export type FileOrder = (typeof FILE_ORDERS)[number]
