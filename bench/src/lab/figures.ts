// How figures are printed: what was measured, against which target, and whether it was reached.

/** Target is what a figure should be: at least `min`, or at most `max`. */
export type Target = { readonly min: number } | { readonly max: number }

/** tellFigure prints a figure with its target; `unit` follows the number. */
export function tellFigure(name: string, value: number, unit: string, target: Target): void {
  const [sign, limit] = 'min' in target ? ['≥', target.min] : ['≤', target.max]
  const reached = 'min' in target ? value >= limit : value <= limit
  const verdict = reached ? 'reached' : 'NOT REACHED'
  console.log(`${name.padEnd(34)}${short(value).padStart(8)} ${unit}   target ${sign} ${limit}: ${verdict}`)
}

/** tellNote prints what belongs to the figure above it. */
export function tellNote(text: string): void {
  console.log(`    ${text}`)
}

/** short writes a number with three significant digits, or whole from a hundred on. */
export function short(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0)
  return String(Number(value.toPrecision(3)))
}

/** megabytes writes a number of bytes. */
export function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? 'not measured' : `${(bytes / 1e6).toFixed(0)} MB`
}

/** median returns the middle of some numbers. */
export function median(numbers: readonly number[]): number {
  return percentile(Float64Array.from(numbers), 0.5)
}

/** percentile returns the number below which that share of the numbers lies. */
export function percentile(numbers: Float64Array, share: number): number {
  const sorted = numbers.toSorted()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
