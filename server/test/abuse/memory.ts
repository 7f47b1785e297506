// Whether the server's memory stays level while it is abused.

/** Memory is the mean of the bytes held in the middle and in the last third, and the most. */
export interface Memory {
  readonly middle: number
  readonly last: number
  readonly peak: number
}

/** MemorySamples are gathered as the drill goes on. */
export interface MemorySamples {
  look(): void
  present(): string
  /** judge says what is wrong, where there are enough samples to say anything. */
  judge(): string | undefined
  figures(): Memory | undefined
}

// In the first third the process grows to what the worst moment needs, and keeps that; a leak grows on.
const GROWTH = 1.15
// In less time than that, what is garbage and what is not cannot be told apart.
const LEAST_MS = 3 * 60_000

/** MemoryOptions say how to measure, and for how long: `memory` returns bytes, or undefined where they cannot be told. */
export interface MemoryOptions {
  memory?(): number | undefined
  readonly milliseconds: number
}

/** sampleMemory begins. */
export function sampleMemory({ memory, milliseconds }: MemoryOptions): MemorySamples {
  const samples: number[] = []
  const figures = () => {
    if (samples.length < 10) return undefined
    const third = Math.floor(samples.length / 3)
    const peak = samples.reduce((most, bytes) => Math.max(most, bytes), 0)
    return { middle: mean(samples.slice(third, -third)), last: mean(samples.slice(-third)), peak }
  }
  return {
    look: () => {
      const bytes = memory?.()
      if (bytes !== undefined) samples.push(bytes)
    },
    present: () => `memory ${inMegabytes(samples.at(-1) ?? 0)}`,
    judge: () => {
      const seen = figures()
      if (seen === undefined || milliseconds < LEAST_MS || seen.last <= GROWTH * seen.middle) return undefined
      return `memory grew from ${inMegabytes(seen.middle)} in the middle third to ${inMegabytes(seen.last)} in the last`
    },
    figures,
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
