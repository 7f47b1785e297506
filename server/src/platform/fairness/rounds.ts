// Work for projects of which one run takes along everything that has come up: while one runs, everybody who asks waits for
// the next, and shares it.

interface Round {
  readonly running: Promise<void>
  next: Promise<void> | undefined
}

/**
 * createRounds returns a function that has `work` done for a project, one run at a time. It settles with a run that has
 * begun after the call.
 */
export function createRounds<Project extends { readonly id: string }>(
  work: (project: Project) => Promise<void>,
): (project: Project) => Promise<void> {
  const rounds = new Map<string, Round>()

  const start = (project: Project): Promise<void> => {
    const running = work(project).finally(() => {
      const round = rounds.get(project.id)
      if (round?.running === running && round.next === undefined) rounds.delete(project.id)
    })
    rounds.set(project.id, { running, next: undefined })
    return running
  }

  return (project) => {
    const round = rounds.get(project.id)
    if (round === undefined) return start(project)
    // What is running may have looked already.
    const begin = () => start(project)
    round.next ??= round.running.then(begin, begin)
    return round.next
  }
}
