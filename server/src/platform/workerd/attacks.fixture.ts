// What functions of an attacker do: take all that a machine has, and reach for what is not theirs.

/** fetchHandler returns the code of a worker whose fetch handler has that body. */
export const fetchHandler = (body: string) => `export default { async fetch(request, env, ctx) { ${body} } }`

/** ATTACKS must leave a neighbour alone; `status` is what the attacker's own client receives. */
export const ATTACKS: readonly (readonly [what: string, code: string, status: number])[] = [
  ['an endless loop', fetchHandler('for (;;) {}'), 503],
  ['endless microtasks', fetchHandler('for (;;) await null'), 503],
  ['an endless loop at the top', `for (;;) {} ; export default {}`, 503],
  ['a promise that never settles', fetchHandler('await new Promise(() => {})'), 500],
  ['a function that takes too long', fetchHandler('await new Promise((r) => setTimeout(r, 60000))'), 504],
  [
    'a heap that grows',
    fetchHandler('const all = []; for (;;) all.push(new Array(1000).fill(all.length))'),
    503,
  ],
  [
    'buffers that grow',
    fetchHandler('const all = []; for (;;) { all.push(new Uint8Array(1 << 24).fill(1)); await null }'),
    503,
  ],
  ['a throw at the top', `throw new Error('top'); export default {}`, 500],
  ['no handler', `export default {}`, 500],
  ['a syntax error', `export default {{`, 500],
  ['an unknown module', `import 'fs/nothing'; export default {}`, 500],
  [
    'a flood of lines',
    fetchHandler(`for (let i = 0; i < 20000; i++) console.log('x'.repeat(100)); return new Response('ok')`),
    200,
  ],
]

const CANNOT: readonly (readonly [what: string, code: string])[] = [
  ...[
    'http://127.0.0.1:1/',
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://0.0.0.0/',
    'http://2130706433/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://192.168.0.1/',
    'http://172.16.0.1/',
    'http://100.64.0.1/',
    'http://198.18.0.1/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'https://fn.invalid/',
    'http://host/',
    'http://control/code?worker=hello',
    'http://127.1/',
    'http://0x7f000001/',
    'http://017700000001/',
    'http://127.0.0.1:5432/',
    'http://127.0.0.1:8080/api/v1/system/health',
    'http://user:pass@127.0.0.1/',
    'http://LOCALHOST./',
    'http://[::]/',
    'http://[::ffff:a9fe:a9fe]/latest/meta-data/',
    'http://169.254.170.2/v2/credentials',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://[fec0::1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'ftp://127.0.0.1/',
    'unix:control',
    'file:///proc/self/environ',
    'file:///etc/passwd',
    'unix:/tmp/x',
  ].map(
    (url) =>
      [
        url,
        `await fetch(${JSON.stringify(url)}).then((r) => r.text().then((t) => { if (r.status < 400) return 'reached ' + t; throw new Error(r.status) }))`,
      ] as const,
  ),
  [
    'process.env of the server',
    `const { env } = await import('node:process'); const all = JSON.stringify(env); if (Object.keys(env).every((name) => name === 'A')) throw new Error(all); return all`,
  ],
  [
    'the file system',
    `const { readFileSync } = await import('node:fs'); return readFileSync('/etc/passwd', 'utf8')`,
  ],
  [
    'a child process',
    `const { spawnSync } = await import('node:child_process'); return String(spawnSync('id').stdout)`,
  ],
  [
    'raw TCP',
    `const { connect } = await import('cloudflare:sockets'); const s = connect('127.0.0.1:22'); await s.opened; return 'open'`,
  ],
  [
    'TCP of Node',
    `const { connect } = await import('node:net'); return await new Promise((r, j) => connect(22, '127.0.0.1', () => r('open')).on('error', j))`,
  ],
  [
    'the loader',
    `if (env.LOADER ?? env.CONTROL ?? ctx.exports?.Egress) return 'has bindings of the host'; throw new Error('none')`,
  ],
  [
    'WebAssembly that was not deployed',
    `await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); return 'compiled'`,
  ],
  ['eval', `return eval('1 + 1')`],
  ['code in a string', `return new Function('return 1')()`],
  [
    'the folder of its process',
    `const { readdirSync } = await import('node:fs'); const all = readdirSync('/').join(); if (!/etc|proc|http|control/.test(all)) throw new Error(all); return all`,
  ],
  [
    'the memory of its process',
    `const { readFileSync } = await import('node:fs'); return readFileSync('/proc/self/maps', 'utf8')`,
  ],
  [
    'the socket of the server',
    `const { connect } = await import('node:net'); return await new Promise((r, j) => connect('control', () => r('open')).on('error', j))`,
  ],
  ['a module of another function', `return JSON.stringify(Object.keys(await import('hello')))`],
]

/** REACHES are what functions must not reach: each answers `refused …`, or `REACHED …` where it has. */
export const REACHES: readonly (readonly [what: string, code: string])[] = CANNOT.map(([what, code]) => [
  what,
  fetchHandler(`const work = async () => { ${code.includes('return') ? code : `return ${code}`} }
    return work().then((text) => new Response('REACHED ' + text), (error) => new Response('refused ' + error))`),
])
