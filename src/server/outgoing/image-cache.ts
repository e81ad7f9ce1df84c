import { LRUCache } from 'lru-cache'
import type { Image } from '#contract/image.ts'
import { createSemaphore, type Release } from '#domain/limits/semaphore.ts'
import type { FetchedImage, FetchImage } from './fetch-image.ts'

/** Cached images of merchants. */
export interface Images {
  /** Undefined when the image is not available. `merchantId` bounds the fetches per merchant. */
  read(url: string, merchantId: string): Promise<Image | undefined>
}

export interface ImageCacheOptions {
  fetchImage: FetchImage
  clock: () => Date
  cacheBytesMax?: number
}

const CACHE_BYTES_MAX = 64 * 1024 * 1024
const KEPT_MS = 60 * 60 * 1000
/** Negative caching: a missing image is fetched again soon, but not by every page view. */
const FAILURE_KEPT_MS = 60 * 1000
/** Minimum overhead of an entry, in bytes. */
const ENTRY_BYTES = 1024
const FETCHES_PER_MERCHANT_MAX = 32

/**
 * An in-memory LRU cache of images, and briefly of failures. Concurrent reads of an address share one
 * fetch. The fetches per merchant are bounded (a bulkhead): a slow host delays its own merchant only.
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
