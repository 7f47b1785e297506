// What /metrics says of the gates, and of the memory that requests hold.
import { Gauge, type Registry } from 'prom-client'
import type { FairGateFigures } from './fair-gate.ts'
import type { Gates } from './gates.ts'
import type { MemoryBudget } from './memory-budget.ts'

/** Queue is anything that has places and work that waits for them. */
export interface Queue {
  readonly figures: FairGateFigures
}

/** registerFairness adds the state of every gate and other queue, and of the memory budget, to the figures. */
export function registerFairness(
  registry: Registry,
  { gates, budget }: { readonly gates: Gates; readonly budget: MemoryBudget },
  others: Readonly<Record<string, Queue>> = {},
): void {
  addGates(registry, { ...gates, ...others })
  new Gauge({
    name: 'msingi_request_memory_bytes',
    help: 'What large requests and answers hold in memory.',
    registers: [registry],
    collect() {
      this.set(budget.figures.bytes)
    },
  })
  new Gauge({
    name: 'msingi_request_memory_refused_total',
    help: 'Requests that were refused since too much memory was held.',
    registers: [registry],
    collect() {
      this.set(budget.figures.refused)
    },
  })
}

function addGates(registry: Registry, gates: Readonly<Record<string, Queue>>): void {
  const add = (name: string, help: string, figure: (figures: FairGateFigures) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['gate'],
      registers: [registry],
      collect() {
        for (const [gate, queue] of Object.entries(gates)) this.set({ gate }, figure(queue.figures))
      },
    })
  add('msingi_gate_running', 'Work that holds a place of a gate.', ({ running }) => running)
  add('msingi_gate_waiting', 'Work that waits for a place of a gate.', ({ waiting }) => waiting)
  add('msingi_gate_refused_total', 'Work that got no place of a gate.', ({ refused }) => refused)
}
