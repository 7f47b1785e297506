// Examples of files.
import sharp from 'sharp'
import type { ExampleStage } from './stage.ts'

/** storage calls the routes of buckets and objects. */
export async function storage({ call, below, dashboard, secret, app }: ExampleStage): Promise<void> {
  const path = `${below}/storage`
  const body = { name: 'Covers', is_public: true, allowed_mime_types: ['image/*'] }
  const bucket = await call('POST', `${path}/buckets`, { ...dashboard, body })
  await call('GET', `${path}/buckets`, dashboard)
  const one = `${path}/buckets/${bucket.data.id}`
  await call('GET', one, dashboard)
  await call('PATCH', one, { ...dashboard, body: { file_size_limit: 5_000_000 } })
  await call('POST', `${one}/folders`, { ...secret, body: { name: '2026' } })
  const raw = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()
  const headers = { 'content-type': 'image/png' }
  const put = await call('PUT', `${one}/objects/kusadikika.png`, { ...secret, raw, headers })
  await call('POST', `${one}/objects/utengano.png`, { ...secret, raw, headers })
  const form = new FormData()
  form.append('name', 'forms/kusadikika.png')
  form.append('file', new Blob([new Uint8Array(raw)], { type: 'image/png' }), 'kusadikika.png')
  const sent = new Response(form)
  const formed = {
    raw: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': String(sent.headers.get('content-type')) },
  }
  await call('POST', `${one}/objects`, { ...secret, ...formed })
  await call('GET', `${one}/objects`, { ...secret, query: { prefix: 'k', limit: 20 } })
  const object = `${path}/objects/${put.data.id}`
  await call('GET', object, secret)
  await call('PATCH', object, { ...secret, body: { metadata: { alt: 'A red book' } } })
  await call('POST', `${object}/copy`, { ...secret, body: { name: 'copies/kusadikika.png' } })
  await call('GET', `${object}/image-summary`, secret)
  const upload = { bucket_id: bucket.data.slug, object_name: 'rosa-mistika.png', content_length: raw.length }
  const signed = await call('POST', `${path}/signed-upload-url`, { ...secret, body: upload })
  const { pathname, searchParams } = new URL(signed.data.url)
  const query = { token: String(searchParams.get('token')) }
  await call('PUT', pathname.replace('/api/v1', ''), { raw, headers, query })
  const tus = { 'tus-resumable': '1.0.0' }
  const begin = { ...tus, 'upload-length': String(raw.length), 'upload-metadata': 'name YS5wbmc=' }
  const begun = await call('POST', `${one}/resumable`, { ...secret, headers: begin })
  const resumable = new URL(String(begun.headers.location)).pathname.replace('/api/v1', '')
  const part = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  await call('PATCH', resumable, { ...secret, raw, headers: part })
  await call('GET', resumable, secret)
  const more = { ...begin, 'upload-metadata': 'name Yi5wbmc=' }
  const other = await call('POST', `${one}/resumable`, { ...secret, headers: more })
  const { pathname: ended } = new URL(String(other.headers.location))
  await call('DELETE', ended.replace('/api/v1', ''), { ...secret, headers: tus })
  await call('POST', `${path}/signed-download-url`, { ...secret, body: { object_id: put.data.id } })
  const transform = { width: 320, format: 'webp' }
  await call('POST', `${path}/signed-download-url`, {
    ...secret,
    body: { object_id: put.data.id, transform },
  })
  const keys = await app.api('GET', `${below}/api-keys`, dashboard)
  await call('POST', `${path}/s3-access`, { ...dashboard, body: { api_key_id: keys.data[0].id } })
  await call('GET', `${path}/usage`, dashboard)
  await call('DELETE', object, secret)
  await call('POST', `${object}/restore`, secret)
  await call('DELETE', one, { ...dashboard, query: { force: true } })
  await app.platform.jobs.drain()
}
