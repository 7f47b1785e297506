// Listens to the changes of a table with the TypeScript client, as bench/changes of the other clients do.
import { createClient } from '@msingi/client'

const [url = '', project = '', key = '', table = '', transport = '', count = ''] = process.argv.slice(2)
const processorSeconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

let received = 0
let began = 0
let used = 0
const { unsubscribe } = createClient(url, { project, key }).subscribe(
  table,
  () => {
    if (received++ === 0) [began, used] = [performance.now(), processorSeconds()]
    if (received % 100 === 0) console.log(received)
    if (received !== Number(count)) return
    unsubscribe()
    const seconds = (performance.now() - began) / 1000
    console.log(JSON.stringify({ seconds, processor: processorSeconds() - used }))
  },
  {
    transport: transport === 'sse' ? 'sse' : 'websocket',
    onStatus: (status) => {
      if (status !== 'connecting' && status !== 'closed') console.log(status)
    },
  },
)
