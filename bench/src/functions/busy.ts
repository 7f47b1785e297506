// What a GET by id takes while functions of other projects take all the processor time that they get, beside what it takes
// undisturbed.
import { type Account, addProject } from '../lab/client.ts'
import { median, short, tellFigure, tellNote } from '../lab/figures.ts'
import type { Lab } from '../lab/lab.ts'
import { type Load, type LoadOptions, load } from '../lab/load.ts'
import { setStage } from '../lab/stage.ts'
import { deploy } from './deploy.ts'

const BUSY = 8
const CONNECTIONS = 4
const WARM_UP = 5000
const ROUNDS = 3
const SECONDS = 4
const ROWS = 2000
// It is ended at the limit of one turn, and begins anew.
const ENDLESS = `export default { fetch() { for (;;) {} } }`

/** benchBusyFunctions measures it. */
export async function benchBusyFunctions(lab: Lab, account: Account): Promise<void> {
  const stage = await setStage(lab, account, ROWS)
  await stage.bare.stop()
  const { base } = lab.msingi
  const paths: string[] = []
  while (paths.length < BUSY) paths.push(await deploy(account, await addProject(account), 'busy', ENDLESS))
  const measure = (until: LoadOptions['until']) =>
    load({ base, connections: CONNECTIONS, until, next: stage.get })
  await measure({ amount: WARM_UP })
  const rounds: Round[] = []
  while (rounds.length < ROUNDS) {
    const undisturbed = await measure({ seconds: SECONDS })
    let over = false
    const busy = paths.map(async (path) => {
      while (!over) await (await fetch(base + path)).arrayBuffer()
    })
    const beside = await measure({ seconds: SECONDS })
    over = true
    await Promise.all(busy)
    rounds.push({ undisturbed, beside })
  }
  for (const [name, of] of [
    ['p50', ({ p50 }: Load) => p50],
    ['p99', ({ p99 }: Load) => p99],
  ] as const) {
    const ratios = rounds.map(({ undisturbed, beside }) => of(beside) / of(undisturbed))
    tellFigure(`GET beside ${BUSY} busy functions, ${name}`, median(ratios), 'of undisturbed', { max: 3 })
    tellNote(`in each round ${ratios.map(short).join(', ')}`)
  }
  const tell = ({ p50, p99 }: Load) => `p50 ${short(p50)} ms, p99 ${short(p99)} ms`
  for (const { undisturbed, beside } of rounds)
    tellNote(
      `undisturbed ${tell(undisturbed)}; beside ${tell(beside)}, ${beside.errors} of ${beside.requests} failed`,
    )
}

interface Round {
  readonly undisturbed: Load
  readonly beside: Load
}
