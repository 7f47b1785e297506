// Functions: warm and cold answers, requests a second beside the bare handler, the memory of a hundred of them, and what busy
// ones and attacks cost a neighbour.
import { type Account, addProject, signUp } from '../lab/client.ts'
import { median, megabytes, short, tellFigure, tellNote } from '../lab/figures.ts'
import { type Lab, openLab } from '../lab/lab.ts'
import { encodeRequest, load } from '../lab/load.ts'
import { setStage } from '../lab/stage.ts'
import { benchFunctionAttacks } from './attacks.ts'
import { benchBusyFunctions } from './busy.ts'
import { deploy } from './deploy.ts'

const COLD_PROJECTS = 10
const MANY = 100
const SECONDS = 4

/** benchFunctions measures a function that does nothing. */
export async function benchFunctions(): Promise<void> {
  const lab = await openLab({ MSINGI_FUNCTION_PROCESSES: String(2 * COLD_PROJECTS) })
  try {
    const account = await signUp(() => lab.msingi.base)
    await measureCold(lab, account)
    const project = await addProject(account)
    const path = await deploy(account, project, 'hello')
    await measureWarm(lab, account, path)
    await measureMany(lab, account)
    await benchBusyFunctions(lab, account)
    await benchFunctionAttacks(lab, account)
  } finally {
    await lab.stop()
  }
}

async function timeOf(lab: Lab, path: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(lab.msingi.base + path)
  if ((await response.text()) !== 'hello') throw new Error(`the function answered ${response.status}`)
  return performance.now() - began
}

// The first project of a server also makes what all share.
async function measureCold(lab: Lab, account: Account): Promise<void> {
  const paths: string[] = []
  for (let n = 0; n <= COLD_PROJECTS; n++)
    paths.push(await deploy(account, await addProject(account), 'cold'))
  const times: number[] = []
  for (const path of paths) times.push(await timeOf(lab, path))
  tellFigure('first call of a project, p50', median(times.slice(1)), 'ms', { max: 120 })
  tellNote(`the first of the server: ${short(times[0] as number)} ms`)
}

async function measureWarm(lab: Lab, account: Account, path: string): Promise<void> {
  const stage = await setStage(lab, account, 2000)
  const request = encodeRequest('GET', path, '-')
  try {
    await load({ base: lab.msingi.base, connections: 4, until: { amount: 5000 }, next: () => request })
    const one = await load({
      base: lab.msingi.base,
      connections: 1,
      until: { seconds: SECONDS },
      next: () => request,
    })
    tellFigure('warm call, p50', one.p50, 'ms', { max: 3 })
    tellNote(`p99 ${short(one.p99)} ms; ${one.errors} of ${one.requests} failed`)
    await load({ base: stage.bare.base, connections: 32, until: { amount: 5000 }, next: stage.get })
    const ratios: number[] = []
    for (let round = 0; round < 3; round++) {
      const until = { seconds: SECONDS }
      const ours = await load({ base: lab.msingi.base, connections: 32, until, next: () => request })
      const bare = await load({ base: stage.bare.base, connections: 32, until, next: stage.get })
      ratios.push(ours.perSecond / bare.perSecond)
    }
    tellFigure('calls a second', median(ratios), 'of the bare handler', { min: 0.4 })
  } finally {
    await stage.bare.stop()
  }
}

async function measureMany(lab: Lab, account: Account): Promise<void> {
  const project = await addProject(account)
  for (let n = 0; n < MANY; n++) await timeOf(lab, await deploy(account, project, `many ${n}`))
  const metrics = await (await fetch(`${lab.msingi.base}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1])
  const each = figure('msingi_function_memory_bytes') / figure('msingi_function_processes')
  tellNote(`a process with one or ${MANY} functions takes ${megabytes(each)} on average`)
}
