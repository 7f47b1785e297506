// What a developer should know and no caller waits for.

/** warn says it in the console. */
export function warn(sentence: string): void {
  // biome-ignore lint/suspicious/noConsole: a library has no other way to its developer
  console.warn(`Msingi: ${sentence}`)
}
