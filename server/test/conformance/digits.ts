// JSON whose numbers keep their digits: a client may not round what the server has sent.
import { compareExact, parseExact } from '#engine/conditions/values/exact.ts'
import { rawJson } from '#engine/shapes/raw-json.ts'

/** Digits is a number as it is written. */
export class Digits {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): unknown {
    return rawJson(this.text)
  }
}

/** parseDigits parses JSON, its numbers as Digits. */
export function parseDigits(json: string): unknown {
  const revive = (_: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? new Digits(context?.source ?? String(value)) : value
  return JSON.parse(json, revive as (key: string, value: unknown) => unknown)
}

/** isSameNumber compares numbers by value, with all their digits: 1.50 is 1.5 and 15e-1. */
export function isSameNumber(one: string, other: string): boolean {
  return compareExact(parseExact(one), parseExact(other)) === 0
}

/** isExact reports whether a double holds a number with all its digits. */
export function isExact(number: string): boolean {
  return isSameNumber(number, String(Number(number)))
}
