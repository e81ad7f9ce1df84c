import type { Image } from '#contract/image.ts'
import { parseUrl } from '#contract/parse-url.ts'
import { LIMITS } from '#contract/limits.ts'
import { imageTypeOf } from '#domain/image-type.ts'
import { createGuardedClients } from './guarded-client.ts'
import type { ConnectionRules } from './guarded-connector.ts'
import { checkOutgoingUrl, type OutgoingUrlRules } from './outgoing-url.ts'
import { sendFailure, type SendFailure } from '#domain/send-failure.ts'

/** Why an image could not be fetched. Shown to operators. */
export type ImageFailure = SendFailure | 'not_ok' | 'not_an_image' | 'too_large'

export type FetchedImage = { ok: true; image: Image } | { ok: false; failure: ImageFailure }

/** Fetches an image from a merchant's URL. Never throws. */
export type FetchImage = (url: string) => Promise<FetchedImage>

/** The images that may be fetched from loopback addresses in a local layout. `origin` is an origin of our own. */
export type LoopbackImages = 'all' | 'none' | { origin: string }

interface Fetching extends OutgoingUrlRules, Omit<ConnectionRules, 'timeoutMs'> {
  timeoutMs?: number
}

export interface FetchImageOptions extends Omit<Fetching, 'allowLoopback'> {
  /** Default: none. */
  loopbackImages?: LoopbackImages | undefined
}

const FETCH_TIMEOUT_MS = 5000

/** Fetches images; those on this machine only as far as `loopbackImages` says. */
export function createFetchImage({
  loopbackImages = 'none',
  ...options
}: FetchImageOptions): FetchImage {
  const isLocal = options.layout === 'local'
  // guard: no-loopback-pictures
  const outside = createFetch({ ...options, allowLoopback: isLocal && loopbackImages === 'all' })
  if (!isLocal || typeof loopbackImages === 'string') return outside
  const inside = createFetch({ ...options, allowLoopback: true })
  return (url) => (parseUrl(url)?.origin === loopbackImages.origin ? inside(url) : outside(url))
}

/**
 * SSRF protection as in `createSender`: its own connection to a vetted address, no redirects, no
 * decompression, bounded time and bytes. The type is detected from the bytes, never from headers.
 */
function createFetch(options: Fetching): FetchImage {
  const { timeoutMs = FETCH_TIMEOUT_MS } = options
  const clientOf = createGuardedClients({ ...options, timeoutMs })

  return async (url) => {
    const allowed = checkOutgoingUrl(url, options)
    if (!allowed.ok) return { ok: false, failure: 'address_not_allowed' }
    const { origin, pathname, search } = new URL(allowed.url)
    const client = clientOf(origin)
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), timeoutMs)
    try {
      const { statusCode, body } = await client.request({
        method: 'GET',
        path: pathname + search,
        headers: { accept: 'image/*', 'accept-encoding': 'identity' },
        signal: controller.signal,
      })
      if (statusCode !== 200) return { ok: false, failure: 'not_ok' }
      return imageOf(await readUpTo(body, LIMITS.imageBytesMax))
    } catch (error) {
      return { ok: false, failure: controller.signal.aborted ? 'timeout' : sendFailure(error) }
    } finally {
      clearTimeout(timer)
      // Not awaited: a connection still being opened ends with its own time-out.
      void client.destroy()
    }
  }
}

function imageOf(bytes: Uint8Array<ArrayBuffer> | undefined): FetchedImage {
  if (bytes === undefined) return { ok: false, failure: 'too_large' }
  const contentType = imageTypeOf(bytes)
  if (contentType === undefined) return { ok: false, failure: 'not_an_image' }
  return { ok: true, image: { contentType, bytes } }
}

/** The whole body; undefined when it is larger than `bytesMax`. */
async function readUpTo(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let bytesRead = 0
  for await (const chunk of body) {
    bytesRead += chunk.length
    if (bytesRead > bytesMax) return undefined
    chunks.push(chunk)
  }
  // A copy: small buffers share their memory with others.
  return new Uint8Array(Buffer.concat(chunks))
}
