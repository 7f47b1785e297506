// The page of the tests of the hooks: what a component shows at every rendering is kept in `seen`.

import { type Client, createClient } from '@msingi/client'
import { useLiveList, useRow, useRows, useUpload, useUser } from '@msingi/client/react'
import { createElement as h, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server.browser'

interface Note {
  readonly id: string
  readonly title: string
  readonly board: string
  readonly user_id: string
}

interface Props {
  readonly of: 'rows' | 'row' | 'live' | 'user' | 'upload'
  readonly board?: string
  readonly id?: string
  readonly enabled?: boolean
  readonly initial?: readonly Note[]
}

/** Seen is one rendering: the user of the client, and what the hook returned for which properties. */
type Seen = Props & Record<string, unknown>

const open = (base: string, project: string, key: string) => {
  const msingi = createClient<{ notes: Note }>(base, { project, key })
  const seen: Seen[] = []
  const handles: Record<string, unknown> = {}
  let person: string | null = null
  msingi.auth.onChange((session) => {
    person = session?.user.id ?? null
  })
  const root = document.createElement('main')
  document.body.append(root)
  const page = (props: Props | undefined) => h(StrictMode, null, props && h(Page, { msingi, note, ...props }))
  const note = (props: Props, { refetch, upload, cancel, ...shown }: Record<string, unknown>) => {
    Object.assign(handles, { refetch, upload, cancel })
    seen.push({ ...props, person, ...shown })
  }
  let reactRoot: ReturnType<typeof createRoot> | undefined
  Object.assign(globalThis, {
    msingi,
    seen,
    handles,
    show(props: Props | undefined) {
      reactRoot ??= createRoot(root)
      reactRoot.render(page(props))
    },
    hydrate(props: Props) {
      root.innerHTML = renderToString(page(props))
      const html = root.innerHTML
      reactRoot = hydrateRoot(root, page(props), {
        onRecoverableError: (error) => seen.push({ ...props, person, mismatch: String(error) }),
      })
      return html
    },
  })
}

interface PageProps extends Props {
  readonly msingi: Client<{ notes: Note }>
  note(props: Props, shown: object): void
}

function Page({ msingi, note, ...props }: PageProps) {
  const views = { rows: Rows, row: OneRow, live: Live, user: Person, upload: Upload }
  return h(views[props.of], { msingi, note, ...props })
}

// The queries are made anew in each rendering, as people write them.
const notesOf = (msingi: Client<{ notes: Note }>, board = '') =>
  msingi.from('notes').select('id', 'title', 'board', 'user_id').eq('board', board).order('title')

function Rows({ msingi, note, ...props }: PageProps) {
  const { board, enabled = true, initial } = props
  const shown = useRows(notesOf(msingi, board), initial ? { enabled, initial } : { enabled })
  note(props, shown)
  return h('p', null, shown.rows?.map(({ title }) => title).join())
}

function OneRow({ msingi, note, ...props }: PageProps) {
  const shown = useRow(msingi.from('notes').select('title'), props.id ?? '')
  note(props, shown)
  return h('p', null, shown.row?.title)
}

function Live({ msingi, note, ...props }: PageProps) {
  const shown = useLiveList(notesOf(msingi, props.board))
  note(props, shown)
  return h('p', null, shown.rows?.map(({ title }) => title).join())
}

function Person({ msingi, note, ...props }: PageProps) {
  const shown = useUser(msingi)
  note(props, shown)
  return h('p', null, shown.user?.full_name)
}

function Upload({ msingi, note, ...props }: PageProps) {
  const shown = useUpload(msingi.storage.from('photos'))
  note(props, { ...shown })
  return h('p', null, shown.file?.name)
}

Object.assign(globalThis, { open })
