// The page: everybody who opens it sees the same list, and each change of it at once.
import { type Change, createClient } from '@msingi/client'

interface Item {
  id: string
  title: string
  done: boolean
  created_at: string
}

const msingi = createClient<{ items: Item }>(import.meta.env.VITE_MSINGI_URL, {
  project: import.meta.env.VITE_MSINGI_PROJECT,
  key: import.meta.env.VITE_MSINGI_KEY,
})
const items = new Map<string, Item>()

const [form, list, status] = [find('form'), find('ul'), find('[role=status]')]

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const title = String(new FormData(form as HTMLFormElement).get('title')).trim()
  if (title === '') return
  ;(form as HTMLFormElement).reset()
  attempt(async () => show(await msingi.from('items').insert({ title })))
})

attempt(async () => {
  // Who comes here for the first time becomes a user without an address; the browser remembers them.
  if ((await msingi.auth.session()) === undefined) await msingi.auth.signInAnonymously()
  msingi.subscribe('items', hear, {
    onStatus: (state, error) => {
      status.textContent = error?.message ?? (state === 'live' ? 'Live.' : 'Connecting …')
    },
    onStale: () => attempt(load),
  })
})

type ItemChange = Pick<Change<Item>, 'type' | 'record'>

// What is heard while the rows are read is newer than they are.
let heard: ItemChange[] | undefined

function hear(change: ItemChange): void {
  if (heard !== undefined) heard.push(change)
  else if (change.type === 'DELETE') remove(change.record.id)
  else show(change.record)
}

async function load(): Promise<void> {
  heard ??= []
  const rows: Item[] = []
  for await (const row of msingi.from('items').order('created_at')) rows.push(row)
  const later = heard
  heard = undefined
  items.clear()
  for (const row of rows) items.set(row.id, row)
  draw()
  later.forEach(hear)
}

function show(item: Item): void {
  items.set(item.id, item)
  draw()
}

function remove(id: string): void {
  items.delete(id)
  draw()
}

function draw(): void {
  const rows = [...items.values()].sort((a, b) => a.created_at.localeCompare(b.created_at))
  list.replaceChildren(...rows.map(entryOf))
}

function entryOf({ id, title, done }: Item): HTMLLIElement {
  const tick = Object.assign(document.createElement('input'), { type: 'checkbox', checked: done })
  tick.addEventListener('change', () => attempt(async () => show(await set(id, tick.checked))))
  const label = document.createElement('label')
  label.append(tick, ` ${title}`)
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Remove' })
  button.setAttribute('aria-label', `Remove ${title}`)
  button.addEventListener('click', () =>
    attempt(async () => {
      await msingi.from('items').delete(id)
      remove(id)
    }),
  )
  const entry = document.createElement('li')
  entry.classList.toggle('done', done)
  entry.append(label, button)
  return entry
}

function set(id: string, done: boolean): Promise<Item> {
  return msingi.from('items').update(id, { done })
}

// What goes wrong is said where everybody looks.
function attempt(work: () => Promise<void> | void): void {
  Promise.resolve()
    .then(work)
    .catch((error: unknown) => {
      status.textContent = error instanceof Error ? error.message : String(error)
    })
}

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`The page has no ${selector}.`)
  return found
}
