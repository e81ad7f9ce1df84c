import { LRUCache } from 'lru-cache'
import type { PagePlace } from '#contract/page.ts'
import { createSemaphore } from '#domain/limits/semaphore.ts'
import { readPlace } from './read-place.ts'

/** The time for a whole answer: shoppers go on typing meanwhile. */
export const PLACE_TIMEOUT_MS = 1500
const REQUEST = { accept: 'application/json', bytesMax: 16 * 1024 }
const REQUESTS_MAX = 20
const KNOWN_MAX = 5000
const KNOWN_FOR_MS = 24 * 60 * 60 * 1000

/** Returns the address of a CEP of eight digits; `null` when its source has none. Rejects when the source fails. */
export type LookUpPlace = (cep: string) => Promise<PagePlace | null>

/** A GET request that follows no redirect; `bytes` is undefined where the body is larger than `bytesMax`. */
type Get = (
  url: string,
  options: { accept: string; bytesMax: number },
) => Promise<{ statusCode: number; bytes: Uint8Array | undefined }>

/** Asks each source for what those before it do not know. Undefined without any. */
export function inTurn(...sources: (LookUpPlace | undefined)[]): LookUpPlace | undefined {
  const given = sources.filter((source) => source !== undefined)
  if (given.length === 0) return undefined
  return async (cep) => {
    for (const lookUp of given) {
      const place = await lookUp(cep)
      if (place !== null) return place
    }
    return null
  }
}

/** Asks the operator's service. Answers are cached for a day, and concurrent look-ups of one CEP share a request. */
export function createPlaceLookUp({
  url,
  get,
}: {
  /** The service's URL, with `{cep}` in its path or query. */
  url: string
  get: Get
}): LookUpPlace {
  const requests = createSemaphore({ permitsMax: REQUESTS_MAX })

  async function ask(cep: string): Promise<{ place: PagePlace | null }> {
    const release = requests.acquire()
    if (release === undefined) throw new Error('too many look-ups at once')
    try {
      const { statusCode, bytes } = await get(url.replace('{cep}', cep), REQUEST)
      if (statusCode === 404) return { place: null }
      if (statusCode !== 200) throw new Error(`the service answered ${statusCode}`)
      return { place: readPlace(parseJson(bytes), cep) }
    } finally {
      release()
    }
  }

  const known = new LRUCache<string, { place: PagePlace | null }>({
    max: KNOWN_MAX,
    ttl: KNOWN_FOR_MS,
    fetchMethod: ask,
  })
  return async (cep) => (await known.fetch(cep))?.place ?? null
}

/** Hides the error of `JSON.parse`, which would be logged and quotes the text. */
function parseJson(bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined)
    throw new Error(`the service answered more than ${REQUEST.bytesMax} bytes`)
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new Error('the service answered no JSON')
  }
}
