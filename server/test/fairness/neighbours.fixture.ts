// An account with several projects that asks for everything, and a neighbour with an account of its own.
import type { Answer, TestApp } from '#test/harness.ts'

/** Greedy is an account and its projects. */
export interface Greedy {
  readonly token: string
  readonly projects: readonly string[]
}

/** createGreedy makes an account with so many projects. */
export async function createGreedy(app: TestApp, count: number): Promise<Greedy> {
  const { token } = await app.register()
  const projects: string[] = []
  for (let i = 0; i < count; i++) {
    const { status, data, text } = await app.api('POST', '/projects', {
      token,
      body: { name: `Greedy ${i}` },
    })
    if (status !== 201) throw new Error(text)
    projects.push(data.id)
  }
  return { token, projects }
}

/** statusesOf counts answers by their status. */
export function statusesOf(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
