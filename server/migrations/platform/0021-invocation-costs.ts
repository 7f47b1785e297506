// Processor time and memory of invocations of functions.

/** invocationCosts adds the columns; they are null for invocations of before. */
export const invocationCosts = [
  `
      alter table platform.function_invocations add column cpu_ms real, add column memory_bytes bigint
    `,
]
