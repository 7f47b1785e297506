import { expect, test } from 'vitest'
import { jsonParts } from './json-parts.ts'
import { decodeCommands, encodeReply } from './protobuf.ts'

test.each([
  '{}',
  '[]',
  '{"a":1,"b":-2.50e10,"c":null}',
  ' { "a" : [ 1 , { "b" : "]}," } ] , "c" : "x\\"y\\\\" } '.trim(),
  '["\\\\","\\"",{"a":[]},12345678901234567890]',
  '{"a\\"b":{"\\u0041":"{["},"":""}',
])('%s is taken apart as it is read', (json) => {
  const parts = [...jsonParts(json)].map(([name, value]) => [name, JSON.parse(value)])
  const whole = JSON.parse(json)
  expect(parts).toEqual(Array.isArray(whole) ? whole.map((item) => ['', item]) : Object.entries(whole))
})

test('data keeps numbers that JavaScript cannot represent, and special names', () => {
  const data = '{"n":9007199254740993.10,"__proto__":{"a":1},"10":1,"2":2}'
  const protobuf = encodeReply(`{"push":{"channel":"c","pub":{"offset":9007199254740991,"data":${data}}}}`)
  expect(protobuf.includes(data)).toBe(true)
})

test('a ping is an empty message', () => {
  expect([...encodeReply('{}')]).toEqual([0])
  expect(decodeCommands(Buffer.from([0, 0]))).toEqual([{}, {}])
})

test('unknown fields are ignored, whatever their type', () => {
  const unknown = [0xf8, 1, 0x96, 1, 0xf9, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0xfa, 1, 1, 0, 0xfd, 1, 0, 0, 0, 0]
  const message = Buffer.from([8, 7, ...unknown, 0x5a, 0])
  expect(decodeCommands(Buffer.concat([Buffer.from([message.length]), message]))).toEqual([
    { id: 7, ping: {} },
  ])
})

test('a channel can be named __proto__', () => {
  const name = Buffer.from('__proto__')
  const entry = [0x0a, name.length, ...name, 0x12, 2, 0x18, 1]
  const connect = [0x1a, entry.length, ...entry]
  const message = [8, 1, 0x22, connect.length, ...connect]
  const [command] = decodeCommands(Buffer.from([message.length, ...message]))
  expect(Object.entries((command as any).connect.subs)).toEqual([['__proto__', { recover: true }]])
})
