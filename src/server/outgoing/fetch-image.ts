import type { Image } from '#contract/image.ts'
import { parseUrl } from '#contract/parse-url.ts'
import { LIMITS } from '#contract/limits.ts'
import { imageTypeOf } from '#domain/image-type.ts'
import type { ConnectionRules } from './guarded-connector.ts'
import { createGuardedGet } from './guarded-get.ts'
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
const IMAGES = { accept: 'image/*', bytesMax: LIMITS.imageBytesMax }

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

/** The type is detected from the bytes, never from headers. */
function createFetch(options: Fetching): FetchImage {
  const { timeoutMs = FETCH_TIMEOUT_MS } = options
  const get = createGuardedGet({ ...options, timeoutMs })

  return async (url) => {
    const allowed = checkOutgoingUrl(url, options)
    if (!allowed.ok) return { ok: false, failure: 'address_not_allowed' }
    try {
      const { statusCode, bytes } = await get(allowed.url, IMAGES)
      return statusCode === 200 ? imageOf(bytes) : { ok: false, failure: 'not_ok' }
    } catch (error) {
      return { ok: false, failure: sendFailure(error) }
    }
  }
}

function imageOf(bytes: Uint8Array<ArrayBuffer> | undefined): FetchedImage {
  if (bytes === undefined) return { ok: false, failure: 'too_large' }
  const contentType = imageTypeOf(bytes)
  if (contentType === undefined) return { ok: false, failure: 'not_an_image' }
  return { ok: true, image: { contentType, bytes } }
}
