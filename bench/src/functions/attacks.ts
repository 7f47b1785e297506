// What a neighbour's function takes while functions of another project attack, beside what it takes undisturbed.
import { ATTACKS, REACHES } from '../../../server/src/platform/workerd/attacks.fixture.ts'
import { type Account, addProject } from '../lab/client.ts'
import { short, tellFigure, tellNote } from '../lab/figures.ts'
import type { Lab } from '../lab/lab.ts'
import { encodeRequest, type Load, type LoadOptions, load } from '../lab/load.ts'
import { deploy } from './deploy.ts'

const CONNECTIONS = 4
const WARM_UP = 3000
const SECONDS = 5
const PATIENCE_MS = 60_000
const SHOWN = 200

/** benchFunctionAttacks measures it. */
export async function benchFunctionAttacks(lab: Lab, account: Account): Promise<void> {
  const { base } = lab.msingi
  const hello = await deploy(account, await addProject(account), 'hello')
  const request = encodeRequest('GET', hello, undefined)
  const measure = (until: LoadOptions['until']) =>
    load({ base, connections: CONNECTIONS, until, next: () => request, patience: PATIENCE_MS })
  const attacker = await addProject(account)
  const paths: string[] = []
  let refused = 0
  for (const [number, [, code]] of [...ATTACKS, ...REACHES].entries())
    await deploy(account, attacker, `attack ${number}`, code).then(
      (path) => paths.push(path),
      () => refused++,
    )
  await measure({ amount: WARM_UP })
  const before = await measure({ seconds: SECONDS })
  let over = false
  const attacks = attack(base, paths).finally(() => {
    over = true
  })
  const beside = await measure({ over: () => over })
  const answers = await attacks
  const after = await measure({ seconds: SECONDS })
  const undisturbed = (before.p99 + after.p99) / 2
  tellFigure("neighbour's p99 beside attacks", beside.p99 / undisturbed, 'of undisturbed', { max: 3 })
  const tell = ({ p50, p99 }: Load) => `p50 ${short(p50)} ms, p99 ${short(p99)} ms`
  tellNote(`undisturbed ${tell(before)}; beside ${tell(beside)}; after ${tell(after)}`)
  tellNote(`${beside.errors} of ${beside.requests} requests of the neighbour failed`)
  tellNote(`${paths.length} attacks answered ${answers}; ${refused} were refused when they were deployed`)
}

// One after the other. What was reached is shown: there should be nothing.
async function attack(base: string, paths: readonly string[]): Promise<string> {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const answer = await fetch(base + path)
    const text = await answer.text()
    const kind = text.startsWith('REACHED') ? text.slice(0, SHOWN) : String(answer.status)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts].map(([kind, count]) => `${kind} × ${count}`).join(', ')
}
