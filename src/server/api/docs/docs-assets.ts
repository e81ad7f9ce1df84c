import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { API_HEADERS } from '#http/security-headers.ts'

/** The only assets of the reference page. */
const ASSETS = {
  'docs.css': 'text/css; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml; charset=utf-8',
} as const

type AssetName = keyof typeof ASSETS

/** An immutable asset: its path contains a content hash. `integrity` is for SRI and CSP. */
export interface PlacedAsset {
  path: string
  integrity: string
}
export type PlacedAssets = Readonly<Record<AssetName, PlacedAsset>>

export async function readDocsAssets(): Promise<{
  files: ReadonlyMap<string, DocsFile>
  assets: PlacedAssets
}> {
  const named = await Promise.all(
    Object.entries(ASSETS).map(async ([name, contentType]) => {
      const file = docsFile(await readFile(join(import.meta.dirname, 'browser', name)), {
        ...API_HEADERS,
        'Content-Type': contentType,
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
      const path = `/docs/assets/${file.hash}/${name}`
      const integrity = `sha384-${createHash('sha384').update(file.body).digest('base64')}`
      return { name, file, placed: { path, integrity } }
    }),
  )
  return {
    files: new Map(named.map(({ placed, file }) => [placed.path, file])),
    assets: Object.fromEntries(named.map(({ name, placed }) => [name, placed])) as Record<
      AssetName,
      PlacedAsset
    >,
  }
}

/** A static file in memory. */
export interface DocsFile {
  headers: Readonly<Record<string, string>>
  hash: string
  body: Uint8Array<ArrayBuffer>
  /** Compressed lazily, then cached. A file that is compressed already has none. */
  gzipped?: () => Promise<Uint8Array<ArrayBuffer>>
}

const HASH_LENGTH = 16
const compress = promisify(gzip)

export function docsFile(content: Uint8Array | string, headers: Record<string, string>): DocsFile {
  const body = new Uint8Array(Buffer.from(content))
  let gzipped: Promise<Uint8Array<ArrayBuffer>> | undefined
  return {
    headers,
    hash: createHash('sha256').update(body).digest('hex').slice(0, HASH_LENGTH),
    body,
    gzipped: () => (gzipped ??= compress(body).then((bytes) => new Uint8Array(bytes))),
  }
}

/** Responds with the file, gzipped where accepted, or with 304 for a matching ETag. */
export async function sendFile(
  { headers: asked }: Request,
  file: DocsFile,
  headers: Record<string, string>,
): Promise<Response> {
  const etag = `W/"${file.hash}"`
  const always = { ...file.headers, ...headers, ETag: etag, Vary: 'Accept-Encoding' }
  if (asked.get('if-none-match')?.includes(etag) === true)
    return new Response(null, { status: 304, headers: always })
  if (file.gzipped === undefined || !readsGzip(asked.get('accept-encoding')))
    return new Response(file.body, { headers: always })
  return new Response(await file.gzipped(), { headers: { ...always, 'Content-Encoding': 'gzip' } })
}

function readsGzip(acceptEncoding: string | null): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(acceptEncoding ?? '')
}
