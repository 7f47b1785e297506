// npm run bench [requests | soak | projects | starts …]: every figure as a ratio against a baseline of the same run.

import { type Lab, openLab } from './lab.ts'
import { benchRequests } from './requests.ts'

const BENCHES: Record<string, (lab: Lab) => Promise<void>> = {
  requests: benchRequests,
}

const wanted = process.argv.slice(2)
const names = wanted.length === 0 ? Object.keys(BENCHES) : wanted
for (const name of names) {
  const bench = BENCHES[name]
  if (bench === undefined) {
    console.error(`There is no bench ${name}; there are ${Object.keys(BENCHES).join(', ')}.`)
    process.exit(1)
  }
  console.log(`\n${name}`)
  const lab = await openLab()
  await bench(lab).finally(() => lab.stop())
}
