// What /metrics says of the gates.
import { Gauge, type Registry } from 'prom-client'
import type { FairGateFigures } from './fair-gate.ts'
import type { Gates } from './gates.ts'

/** registerGateFigures adds the state of every gate to the figures. */
export function registerGateFigures(registry: Registry, gates: Gates): void {
  const add = (name: string, help: string, figure: (figures: FairGateFigures) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['gate'],
      registers: [registry],
      collect() {
        for (const [gate, { figures }] of Object.entries(gates)) this.set({ gate }, figure(figures))
      },
    })
  add('msingi_gate_running', 'Work that holds a place of a gate.', ({ running }) => running)
  add('msingi_gate_waiting', 'Work that waits for a place of a gate.', ({ waiting }) => waiting)
  add('msingi_gate_refused_total', 'Work that got no place of a gate.', ({ refused }) => refused)
}
