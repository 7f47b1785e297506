// The baseline of the console: a page without a framework that fetches as many rows and draws them as a table.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const ROWS = 45
const PAGE = `<!doctype html><title>Rows</title><h1>Rows</h1><table></table>
<div id="empty" style="height: 600px; overflow: auto"><div style="height: 8000000px"></div></div>
<script type="module">
  const rows = await (await fetch('/rows')).json()
  for (const row of rows) {
    const line = document.querySelector('table').insertRow()
    for (const value of Object.values(row)) line.insertCell().textContent = value
  }
</script>`

/** startBarePage starts it. */
export async function startBarePage(): Promise<{ base: string; stop(): void }> {
  const row = {
    id: crypto.randomUUID(),
    name: 'Product',
    price: 1,
    in_stock: true,
    note: 'A note of ordinary length.',
  }
  const rows = JSON.stringify(Array.from({ length: ROWS }, () => row))
  const server = createServer((request, answer) => {
    const isPage = request.url === '/'
    answer.setHeader('content-type', isPage ? 'text/html' : 'application/json')
    answer.end(isPage ? PAGE : rows)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { base: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}
