// What a line of the palette is.

/** Command is a line of the palette; `kind` says what it is, where that is not a screen. */
export interface Command {
  readonly value: string
  readonly label: string
  readonly kind?: string
  readonly run: () => void
}

/** Commands are those that match so far; `isComplete` is false while the server still searches. */
export interface Commands {
  readonly commands: readonly Command[]
  readonly isComplete: boolean
}
