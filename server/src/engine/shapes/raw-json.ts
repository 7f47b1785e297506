// Numbers with all their digits in JSON: in Node since version 22, but not yet in TypeScript's library.

/** RawJson is a number that JSON.stringify writes with these digits: one that a double may not hold. */
export interface RawJson {
  readonly rawJSON: string
}

const native = JSON as unknown as {
  rawJSON(text: string): RawJson
  isRawJSON(value: unknown): value is RawJson
}

/** rawJson returns the raw value of a number's text, or throws a SyntaxError. */
export const rawJson = native.rawJSON

/** isRawJson reports whether a value is such a number. */
export const isRawJson = native.isRawJSON
