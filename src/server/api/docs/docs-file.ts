import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** A static file in memory. */
export interface DocsFile {
  headers: Readonly<Record<string, string>>
  hash: string
  body: Uint8Array<ArrayBuffer>
  /** Compressed lazily, then cached. */
  gzipped(): Promise<Uint8Array<ArrayBuffer>>
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
  if (!readsGzip(asked.get('accept-encoding'))) return new Response(file.body, { headers: always })
  return new Response(await file.gzipped(), { headers: { ...always, 'Content-Encoding': 'gzip' } })
}

function readsGzip(acceptEncoding: string | null): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(acceptEncoding ?? '')
}
