// A small DNS server for tests: answers over UDP from a table of records (RFC 1035).
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** TestDns is the server; `records` can be changed at any time. */
export interface TestDns {
  /** address is `host:port`. */
  readonly address: string
  /** records has texts, addresses and aliases by `TYPE name`. */
  readonly records: Map<string, string[]>
  /** broken makes it answer every question with SERVFAIL. */
  broken: boolean
  close(): void
}

const TYPES: Readonly<Record<number, string>> = { 1: 'A', 5: 'CNAME', 16: 'TXT', 28: 'AAAA' }
const [NXDOMAIN, SERVFAIL] = [3, 2]

/** startDns starts it. */
export async function startDns(): Promise<TestDns> {
  const socket = createSocket('udp4').unref()
  const records = new Map<string, string[]>()
  const dns = { records, broken: false, close: () => void socket.close(), address: '' }
  socket.on('message', (query, from) => {
    const { name, end } = readName(query, 12)
    const type = query.readUInt16BE(end)
    const known = records.get(`${TYPES[type]} ${name}`) ?? []
    const exists = [...records.keys()].some((key) => key.endsWith(` ${name}`))
    const answers = known.map((value) => answer(type, value))
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    const code = dns.broken ? SERVFAIL : exists ? 0 : NXDOMAIN
    header.writeUInt16BE(0x8180 | code, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(dns.broken ? 0 : answers.length, 6)
    const question = query.subarray(12, end + 4)
    socket.send(Buffer.concat([header, question, ...(dns.broken ? [] : answers)]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  dns.address = `127.0.0.1:${socket.address().port}`
  return dns
}

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = []
  let at = start
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length).toLowerCase())
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

function answer(type: number, value: string): Buffer {
  const data = dataOf(type, value)
  const head = Buffer.alloc(12)
  // The name is that of the question.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(0, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function dataOf(type: number, value: string): Buffer {
  if (type === 1) return Buffer.from(value.split('.').map(Number))
  if (type === 16) return Buffer.concat([Buffer.from([value.length]), Buffer.from(value)])
  const labels = value
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}
