// Time that a test compares: what the process has worked, which other programs on the machine do not add to.

/** processorTime returns how long this process has been at work, in ms. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** leastTime returns the least of several times that some work takes, in ms. */
export function leastTime(work: () => unknown, times = 5): number {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < times; i += 1) {
    const before = processorTime()
    work()
    least = Math.min(least, processorTime() - before)
  }
  return least
}
