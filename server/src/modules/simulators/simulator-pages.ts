// The pages of the simulators: a phone on which prompts arrive, and the hosted checkout page. Everything that others have
// written is set as text by the pages' scripts.

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center; background: #e8ebe6; color: #17211b; }
main { width: min(22rem, 90vw); background: #fff; border-radius: 2rem; padding: 2rem 1.5rem; box-shadow: 0 1rem 3rem #0002; min-height: 28rem; }
h1 { font-size: 1.1rem; margin: 0 0 1rem; }
section { border: 1px solid #cfd6cf; border-radius: 1rem; padding: 1rem; margin: 1rem 0; }
p { margin: .25rem 0; }
strong { font-size: 1.4rem; }
label { display: block; margin: .75rem 0 .25rem; }
input { font: inherit; padding: .5rem; width: 100%; box-sizing: border-box; border: 1px solid #9aa89d; border-radius: .5rem; }
button { font: inherit; padding: .55rem .9rem; margin: .6rem .4rem 0 0; border: 1px solid #17211b; border-radius: .6rem; background: #fff; cursor: pointer; }
button.main { background: #17613a; border-color: #17613a; color: #fff; }
button:focus-visible, input:focus-visible { outline: 3px solid #e5a100; outline-offset: 2px; }
`

const ACT = `
async function act(id, action) {
  await fetch(base + '/prompts/' + id, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ action }) })
}
function element(name, text, parent) {
  const made = document.createElement(name)
  made.textContent = text
  parent.append(made)
  return made
}
`

function page(title: string, script: string, content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style><main><h1>${title}</h1>${content}</main>
<script type="module">const base = location.pathname.slice(0, location.pathname.lastIndexOf('/simulators/') + 11)
${ACT}${script}</script></html>`
}

/** PHONE_PAGE shows the prompts on every phone, or on that of \`?phone=\`. */
export const PHONE_PAGE = page(
  'Simulated phone',
  `
const list = document.querySelector('#prompts')
const none = element('p', 'No prompts. They appear here by themselves.', list)
const phone = new URLSearchParams(location.search).get('phone')
// A prompt that is ignored has no box on the page any more.
const boxes = new Map()
async function refresh() {
  const prompts = (await (await fetch(base + '/prompts')).json()).filter((one) => !phone || one.phone.endsWith(phone.slice(-9)))
  for (const [id, box] of boxes) if (!prompts.some((one) => one.id === id) && boxes.delete(id)) box.remove()
  for (const one of prompts) if (!boxes.has(one.id)) boxes.set(one.id, show(one))
  none.hidden = list.querySelector('section') !== null
}
function show(one) {
  const box = element('section', '', list)
  element('p', '+' + one.phone, box)
  element('p', 'Do you want to pay', box)
  element('strong', one.currency + ' ' + one.amount.toLocaleString('en'), box)
  element('p', (one.account_reference ? 'to account ' + one.account_reference + ' ' : '') + one.description, box)
  const label = element('label', 'PIN (any four digits; 0000 is wrong)', box)
  const pin = element('input', '', box)
  pin.type = 'password'; pin.inputMode = 'numeric'; pin.maxLength = 4; pin.id = label.htmlFor = 'pin-' + one.id
  const pay = element('button', 'Approve', box)
  pay.className = 'main'
  pay.onclick = () => act(one.id, pin.value === '0000' ? 'wrong_pin' : 'approve').then(refresh)
  element('button', 'Decline', box).onclick = () => act(one.id, 'decline').then(refresh)
  element('button', 'No money', box).onclick = () => act(one.id, 'no_funds').then(refresh)
  element('button', 'Ignore', box).onclick = () => { box.remove(); return refresh() }
  return box
}
await refresh()
setInterval(refresh, 1000)
`,
  '<div id="prompts" aria-live="polite"></div>',
)

/** CHECKOUT_PAGE is the hosted checkout of one session. */
export const CHECKOUT_PAGE = page(
  'Simulated checkout',
  `
const id = location.pathname.split('/').at(-1)
const box = document.querySelector('#session')
async function refresh() {
  const answer = await fetch(base + '/orders/' + id)
  box.replaceChildren()
  if (!answer.ok) return void element('p', 'There is no such session.', box)
  const one = await answer.json()
  element('strong', one.currency + ' ' + one.amount.toLocaleString('en'), box)
  element('p', one.description, box)
  if (one.status !== 'pending') {
    element('p', 'This session is ' + one.status + '.', box)
    if (one.redirect_url) location.assign(one.redirect_url)
    return
  }
  const pay = element('button', 'Pay', box)
  pay.className = 'main'
  pay.onclick = () => act(id, 'approve').then(refresh)
  element('button', 'Cancel', box).onclick = () => act(id, 'decline').then(refresh)
}
await refresh()
`,
  '<div id="session" aria-live="polite"></div>',
)
