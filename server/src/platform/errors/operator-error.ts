// Errors for the person at the terminal.

/** OperatorError says in a sentence why the server or a command cannot go on, and what to do. It is shown without its stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
