// What the tests of GraphQL share: a library of a project, and requests under each kind of caller.
import type { TestApp, TestProject } from '#test/harness.ts'
/** GraphqlResult is a result as it came. */
export interface GraphqlResult {
  readonly status: number
  readonly text: string
  readonly headers: Record<string, unknown>
  readonly data: any
  readonly errors: any[] | undefined
}

/** Library is a project with authors, books, reviews and shelves, and who may do what with them. */
export interface Library {
  readonly ids: Readonly<Record<string, string>>
  /** run sends a document with the secret key, or with other credentials. */
  run(query: string, variables?: object, credential?: object): Promise<GraphqlResult>
  /** ask returns the data of a document that must succeed. */
  ask(query: string, variables?: object, credential?: object): Promise<any>
}

/** makeLibrary fills a project and gives the means to ask it. */
export async function makeLibrary(app: TestApp, { id, token, secret }: TestProject): Promise<Library> {
  const make = async (path: string, body: object, credential: object = { token }) => {
    const answer = await app.api('POST', path, { ...credential, body })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
    return answer.data
  }
  const table = (name: string, columns: Record<string, object>) =>
    make(`/projects/${id}/tables`, {
      name,
      columns: Object.entries(columns).map(([column, type]) => ({ name: column, ...type })),
    })
  const link = (from: string, from_column: string, to_table: string) =>
    make(`/projects/${id}/schema/relationships`, { from_table: from, from_column, to_table, to_column: 'id' })
  const text = { data_type: 'text' }
  const uuid = { data_type: 'uuid' }
  await table('authors', { name: { ...text, required: true }, user_id: uuid })
  await table('books', {
    title: { ...text, required: true },
    isbn: { ...text, unique: true },
    copies: { data_type: 'bigint' },
    price: { data_type: 'decimal' },
    published: { data_type: 'date' },
    meta: { data_type: 'jsonb' },
    kind: { data_type: 'enum', enum_values: ['novel', 'it"s (odd)'] },
    author_id: uuid,
    editor_id: uuid,
  })
  await table('reviews', { stars: { data_type: 'integer' }, book_id: uuid, user_id: uuid })
  await table('shelves', { name: text })
  await table('placings', { book_id: uuid, shelf_id: uuid, user_id: uuid })
  await link('placings', 'book_id', 'books')
  await link('placings', 'shelf_id', 'shelves')
  await link('books', 'author_id', 'authors')
  await link('books', 'editor_id', 'authors')
  await link('reviews', 'book_id', 'books')
  await link('authors', 'user_id', 'users')
  for (const action of ['select', 'insert', 'update', 'delete'])
    await make(`/projects/${id}/tables/reviews/rls`, { action, subject: 'owner' })
  await make(`/projects/${id}/tables/books/rls`, { action: 'select', subject: 'public' })
  const ids: Record<string, string> = {}
  const keep = async (name: string, rows: Record<string, unknown>[]) => {
    const made = await make(`/data/${name}`, rows, { key: secret })
    for (const [index, row] of made.entries()) ids[String(Object.values(rows[index] as object)[0])] = row.id
  }
  await keep('authors', [{ name: 'Shaaban' }, { name: 'Ngugi' }])
  await keep('books', [
    {
      title: 'Utubora',
      copies: '9007199254740993',
      price: '10.10',
      author_id: ids.Shaaban,
      editor_id: ids.Ngugi,
    },
    { title: 'Kusadikika', copies: 2, price: '99.5', author_id: ids.Shaaban, kind: 'novel' },
    { title: 'Matigari', copies: 3, author_id: ids.Ngugi, meta: { pages: 175 } },
  ])
  await keep('reviews', [{ stars: 5, book_id: ids.Utubora }])
  await keep('reviews', [{ stars: 2, book_id: ids.Utubora }])
  await keep('shelves', [{ name: 'novels' }, { name: 'classics' }])
  await make(
    '/data/placings',
    [
      { book_id: ids.Utubora, shelf_id: ids.novels },
      { book_id: ids.Utubora, shelf_id: ids.classics },
      { book_id: ids.Matigari, shelf_id: ids.classics },
    ],
    { key: secret },
  )
  const run: Library['run'] = async (query, variables, credential = { key: secret }) => {
    const answer = await app.api('POST', `/projects/${id}/graphql`, {
      ...credential,
      body: { query, ...(variables && { variables }) },
    })
    const { data, errors } = answer.body ?? {}
    return { status: answer.status, text: answer.text, headers: answer.headers, data, errors }
  }
  return {
    ids,
    run,
    ask: async (query, variables, credential) => {
      const { status, text, data, errors } = await run(query, variables, credential)
      if (status !== 200 || errors !== undefined) throw new Error(`expected success: ${status} ${text}`)
      return data
    },
  }
}
