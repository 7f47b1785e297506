// Buckets of a project and their files.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, data, page, send } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import type { BucketChanges, BucketInput, StorageObject } from '#api/client/schemas.ts'
import { BASE } from '#api/client/session.ts'
import type { FileOrder } from './file-orders.ts'

/** storageKey begins the keys of all queries about files of a project. */
export const storageKey = (projectID: string) => ['projects', projectID, 'storage']

/** bucketsQuery is all buckets of a project. */
export const bucketsQuery = (projectID: string) =>
  queryOptions({
    queryKey: [...storageKey(projectID), 'buckets'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/storage/buckets', {
          params: { path: { projectID } },
          signal,
        }),
      ),
  })

/** storageUsageQuery is how much is stored, and how much may be. */
export const storageUsageQuery = (projectID: string) =>
  queryOptions({
    queryKey: [...storageKey(projectID), 'usage'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/storage/usage', { params: { path: { projectID } }, signal }),
      ),
  })

/** createBucket makes a bucket. */
export function createBucket(projectID: string, body: BucketInput) {
  const params = { path: { projectID } }
  return data(client.POST('/api/v1/projects/{projectID}/storage/buckets', { params, body }))
}

/** updateBucket changes the settings of a bucket. */
export function updateBucket(projectID: string, bucketID: string, body: BucketChanges) {
  const params = { path: { projectID, bucketID } }
  return data(client.PATCH('/api/v1/projects/{projectID}/storage/buckets/{bucketID}', { params, body }))
}

/** deleteBucket deletes a bucket, and its files in the background. */
export async function deleteBucket(projectID: string, bucketID: string): Promise<void> {
  const params = { path: { projectID, bucketID }, query: { force: true } } as const
  await client.DELETE('/api/v1/projects/{projectID}/storage/buckets/{bucketID}', { params })
}

/** FileFilter is which files to list: those below a folder (which ends in a slash), or found in it by a part of their name. */
export interface FileFilter {
  readonly bucket: string
  readonly folder: string
  readonly search: string
  readonly order: FileOrder
}

const PAGE = 100
/** filesKey begins the keys of all lists of files. */
export const filesKey = (projectID: string) => [...storageKey(projectID), 'files']

/** filesQuery is the files and folders of a folder, page by page; a search also finds what is in folders below. */
export const filesQuery = (projectID: string, { bucket, folder, search, order }: FileFilter) =>
  infiniteQueryOptions({
    queryKey: [...filesKey(projectID), bucket, folder, search, order],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: PAGE,
        order,
        ...(folder === '' ? {} : { prefix: folder }),
        ...(search === '' ? { delimiter: '/' as const } : { search }),
        ...(pageParam === undefined ? {} : { cursor: pageParam }),
      }
      const params = { path: { projectID, bucketID: bucket }, query }
      return page(
        client.GET('/api/v1/projects/{projectID}/storage/buckets/{bucketID}/objects', { params, signal }),
      )
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

const MOST_IN_FOLDER = 1_000

/** filesInFolder returns up to 1,000 files of a folder and of those below it. */
export async function filesInFolder(
  projectID: string,
  bucketID: string,
  prefix: string,
): Promise<readonly StorageObject[]> {
  const params = { path: { projectID, bucketID }, query: { prefix, limit: MOST_IN_FOLDER } }
  const entries = await data(
    client.GET('/api/v1/projects/{projectID}/storage/buckets/{bucketID}/objects', { params }),
  )
  return entries.filter((entry) => entry.type === 'object')
}

/** fileQuery is one file, without its bytes. */
export const fileQuery = (projectID: string, objectID: string) =>
  queryOptions({
    queryKey: [...storageKey(projectID), 'file', objectID],
    queryFn: ({ signal }) => {
      const params = { path: { projectID, objectID } }
      return data(client.GET('/api/v1/projects/{projectID}/storage/objects/{objectID}', { params, signal }))
    },
  })

const MOST_FOUND = 50

/** foundFilesQuery is the newest files of a bucket whose names hold a text, in all folders. */
export const foundFilesQuery = (projectID: string, bucketID: string, search: string) =>
  queryOptions({
    queryKey: [...filesKey(projectID), bucketID, 'found', search],
    queryFn: async ({ signal }) => {
      const query = { limit: MOST_FOUND, order: 'created_at.desc', ...(search && { search }) } as const
      const params = { path: { projectID, bucketID }, query }
      const entries = await data(
        client.GET('/api/v1/projects/{projectID}/storage/buckets/{bucketID}/objects', { params, signal }),
      )
      return entries.filter((entry) => entry.type === 'object')
    },
    placeholderData: keepPreviousData,
  })

/** uploadFile sends a file in one request; 409 where its name is taken. */
export async function uploadFile(projectID: string, bucketID: string, file: File): Promise<StorageObject> {
  const path = `/projects/${projectID}/storage/buckets/${bucketID}/objects/${encodeURIComponent(file.name)}`
  const headers: Record<string, string> = file.type === '' ? {} : { 'content-type': file.type }
  const answer = await send(new Request(`${BASE}${path}`, { method: 'POST', body: file, headers }))
  await queryClient.invalidateQueries({ queryKey: storageKey(projectID) })
  return (await answer.json()).data
}

/** createFolder makes an empty folder. */
export async function createFolder(projectID: string, bucketID: string, name: string): Promise<void> {
  const params = { path: { projectID, bucketID } }
  const body = { name }
  await client.POST('/api/v1/projects/{projectID}/storage/buckets/{bucketID}/folders', { params, body })
}

/** moveFile gives a file another name, in another bucket if one is named. */
export function moveFile(
  projectID: string,
  objectID: string,
  body: { readonly name: string; readonly bucket_id: string },
) {
  const params = { path: { projectID, objectID } }
  return data(client.PATCH('/api/v1/projects/{projectID}/storage/objects/{objectID}', { params, body }))
}

/** copyFile copies a file; 409 where the name is taken. */
export function copyFile(
  projectID: string,
  objectID: string,
  body: { readonly name: string; readonly bucket_id: string },
) {
  const params = { path: { projectID, objectID } }
  const whole = { ...body, overwrite: false }
  return data(
    client.POST('/api/v1/projects/{projectID}/storage/objects/{objectID}/copy', { params, body: whole }),
  )
}

/** deleteFile deletes a file, which can be restored for some days. */
export async function deleteFile(projectID: string, objectID: string): Promise<void> {
  const params = { path: { projectID, objectID } }
  await client.DELETE('/api/v1/projects/{projectID}/storage/objects/{objectID}', { params })
}

/** restoreFile takes a deletion back; 409 where the name has been taken meanwhile. */
export function restoreFile(projectID: string, objectID: string) {
  const params = { path: { projectID, objectID } }
  return data(client.POST('/api/v1/projects/{projectID}/storage/objects/{objectID}/restore', { params }))
}

/** signDownload returns an address that works without credentials for so many seconds. */
export function signDownload(projectID: string, object_id: string, expires_in: number, download: boolean) {
  const params = { path: { projectID } }
  const body = { object_id, expires_in, download }
  return data(client.POST('/api/v1/projects/{projectID}/storage/signed-download-url', { params, body }))
}

/** publicUrl is the address of a file in a public bucket. */
export function publicUrl(projectID: string, bucketID: string, objectID: string): string {
  return `${location.origin}${BASE}/projects/${projectID}/storage/public/${bucketID}/${objectID}`
}

/** uploadsUrl is where resumable uploads into a bucket begin. */
export function uploadsUrl(projectID: string, bucketID: string): string {
  const bucket = encodeURIComponent(bucketID)
  return `${location.origin}${BASE}/projects/${projectID}/storage/buckets/${bucket}/resumable`
}

/** s3Endpoint is what S3 clients of a project are given as the server. */
export function s3Endpoint(projectID: string): string {
  return `${location.origin}/s3/${projectID}`
}

/** readS3Access returns the access key of an API key for S3 clients; each time is in the audit log. */
export function readS3Access(projectID: string, api_key_id: string) {
  const params = { path: { projectID } }
  return data(client.POST('/api/v1/projects/{projectID}/storage/s3-access', { params, body: { api_key_id } }))
}

const PICTURES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])

/** isPicture reports whether the server makes smaller images of a type. */
export function isPicture(mimeType: string): boolean {
  return PICTURES.has(mimeType)
}

/** imageQuery is an image, no wider and no higher than `side` pixels. */
export const imageQuery = (projectID: string, objectID: string, version: string, side: number) =>
  queryOptions({
    queryKey: [...storageKey(projectID), 'image', objectID, version, side],
    queryFn: ({ signal }) => {
      const size = `width=${side}&height=${side}&fit=inside&format=webp`
      return bytesOf(`/projects/${projectID}/storage/objects/${objectID}/image?${size}`, signal)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** contentQuery is the first bytes of a file. */
export const contentQuery = (projectID: string, objectID: string, version: string, bytes: number) =>
  queryOptions({
    queryKey: [...storageKey(projectID), 'content', objectID, version, bytes],
    queryFn: ({ signal }) =>
      bytesOf(`/projects/${projectID}/storage/objects/${objectID}/content`, signal, {
        range: `bytes=0-${bytes - 1}`,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

async function bytesOf(path: string, signal: AbortSignal, headers: Record<string, string> = {}) {
  return (await send(new Request(`${BASE}${path}`, { signal, headers }))).blob()
}
