// A function as people write it in TypeScript, with the types of their tables. It is compiled here, and deployed as it stands.
import type { FunctionHandler } from '@msingi/client/function'
import type { Database } from './database.fixture.ts'

// biome-ignore lint/style/noDefaultExport: a function exports its handler so
export default {
  async fetch(request, env, ctx) {
    // @ts-expect-error no column
    const wrong = (text: string) => env.msingi.from('books').select('id,titel').eq('title', text)
    // @ts-expect-error a caller of any kind has no e-mail address
    const anyone = () => ctx.caller.email
    const { title } = (await request.json()) as { title: string }
    const book = await env.service.from('books').insert({ title, state: 'draft' })
    const [row] = await env.msingi.from('books').select('title,author(name)').eq('id', book.id)
    const author: string | undefined = row?.author?.name
    ctx.waitUntil(env.service.from('books').delete(book.id))
    const caller = ctx.caller.type === 'api_key' ? ctx.caller.kind : ctx.caller.type
    const parts = [row?.title, author ?? 'nobody', caller, env.GREETING ?? 'no greeting']
    return Response.json({ parts, wrong: wrong.length, anyone: typeof anyone })
  },
} satisfies FunctionHandler<Database>
