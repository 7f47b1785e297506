// What packages may cost: how many, how large, how long.

const MB = 1024 * 1024

/** PACKAGE_LIMITS bound the packages of one installation. */
export const PACKAGE_LIMITS = {
  packages: 300,
  /** packumentBytes is the size of what a registry says of one package, tarballBytes that of one package. */
  packumentBytes: 64 * MB,
  tarballBytes: 16 * MB,
  /** unpackedBytes and files are those of all packages together. */
  unpackedBytes: 64 * MB,
  files: 20_000,
  /** downloadBytes is all that the registry sends, leastBytes what it has to send within silentMs unless that is all. */
  downloadBytes: 256 * MB,
  leastBytes: 1024,
  silentMs: 8000,
  /** parallel is how many packages are read at once, packuments how many of what a registry says of one, which is in memory as a whole. */
  parallel: 6,
  packuments: 2,
} as const
