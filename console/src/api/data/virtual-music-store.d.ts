// What console/music-store.ts makes.
declare module 'virtual:music-store/sizes' {
  /** How many rows each table has, in the order in which they are made. */
  export const sizes: Readonly<Record<string, number>>
}
declare module 'virtual:music-store' {
  /** Each table with its rows as NDJSON. */
  export const tables: readonly {
    readonly table: import('#api/client/schemas.ts').TableCreate
    readonly lines: string
  }[]
}
