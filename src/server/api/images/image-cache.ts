import { LRUCache } from 'lru-cache'
import type { Image } from '../../../contract/image.ts'
import { createSemaphore, type Release } from '../../../domain/limits/semaphore.ts'
import type { FetchedImage, FetchImage } from '../../outgoing/fetch-image.ts'

/** The pictures of merchants, as far as they can be had. */
export interface Images {
  /** Undefined when there is none at the address now. `merchantId` is whose page wants it. */
  read(url: string, merchantId: string): Promise<Image | undefined>
}

export interface ImageCacheOptions {
  fetchImage: FetchImage
  clock: () => Date
  cacheBytesMax?: number
}

const CACHE_BYTES_MAX = 64 * 1024 * 1024
const KEPT_MS = 60 * 60 * 1000
/** A missing picture is asked for again soon, but not by everybody who looks at the page. */
const FAILURE_KEPT_MS = 60 * 1000
/** What an entry takes beside its bytes, at least. */
const ENTRY_BYTES = 1024
const FETCHES_PER_MERCHANT_MAX = 32

/**
 * Keeps pictures in memory for a while, and their absence briefly. Whoever asks for an address that is being fetched
 * waits for that one fetch. A merchant has so many at a time and no more: their slow host is slow for them alone.
 */
export function createImageCache(options: ImageCacheOptions): Images {
  const { fetchImage, clock, cacheBytesMax = CACHE_BYTES_MAX } = options
  const kept = new LRUCache<string, FetchedImage>({
    maxSize: cacheBytesMax,
    sizeCalculation: (fetched, url) =>
      ENTRY_BYTES + 2 * url.length + (fetched.ok ? fetched.image.bytes.byteLength : 0),
    perf: { now: () => clock().getTime() },
    ttlResolution: 0,
  })
  const underWay = new Map<string, Promise<FetchedImage>>()
  const fetches = createSemaphore({ permitsPerKeyMax: FETCHES_PER_MERCHANT_MAX })

  async function fetch(url: string, release: Release): Promise<FetchedImage> {
    const fetched = await fetchImage(url)
    underWay.delete(url)
    release()
    kept.set(url, fetched, { ttl: fetched.ok ? KEPT_MS : FAILURE_KEPT_MS })
    return fetched
  }

  function begin(url: string, merchantId: string): Promise<FetchedImage> | undefined {
    const release = fetches.acquire(merchantId)
    if (release === undefined) return undefined
    const fetching = fetch(url, release)
    underWay.set(url, fetching)
    return fetching
  }

  return {
    async read(url, merchantId) {
      const fetched = kept.get(url) ?? (await (underWay.get(url) ?? begin(url, merchantId)))
      return fetched?.ok === true ? fetched.image : undefined
    },
  }
}
