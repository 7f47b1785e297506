'use client'
// What frameworks find that render components on servers: they leave a module with this line to the browser.
// biome-ignore lint/performance/noBarrelFile: an entry of the package, for a condition of its manifest
export { useLiveList, useRow, useRows, useUpload, useUser } from './react.ts'
