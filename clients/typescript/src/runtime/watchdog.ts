// Silence: connections that are dead are not always reported.

/** LONGEST_MS is what a timer can hold: a longer one ends at once. */
export const LONGEST_MS = 2 ** 31 - 1

/** Watchdog waits for a sign of life. */
export interface Watchdog {
  /** feed begins to wait anew, also after `stop`. */
  feed(): void
  stop(): void
}

/** watchdog calls `onSilence` unless it is fed again in time. */
export function watchdog(milliseconds: number, onSilence: () => void): Watchdog {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  const feed = () => {
    stop()
    timer = setTimeout(onSilence, Math.min(milliseconds, LONGEST_MS))
  }
  feed()
  return { feed, stop }
}
