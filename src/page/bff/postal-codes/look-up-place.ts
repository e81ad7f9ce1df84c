import { LRUCache } from 'lru-cache'
import type { Fetch } from '#contract/fetch.ts'
import type { PagePlace } from '#contract/page.ts'
import { fetchWithin } from '#domain/fetch-within.ts'
import { createSemaphore } from '#domain/limits/semaphore.ts'
import { readPlace } from './read-place.ts'

const REQUEST = {
  headers: { Accept: 'application/json' },
  redirect: 'error',
  timeoutMs: 2000,
} as const
const BYTES_MAX = 16 * 1024
const REQUESTS_MAX = 20
const KNOWN_MAX = 5000
const KNOWN_FOR_MS = 24 * 60 * 60 * 1000

/** Returns the address of a CEP of eight digits; `null` when the service has none. Rejects when the service fails. */
export type LookUpPlace = (cep: string) => Promise<PagePlace | null>

/** Asks the operator's service. Answers are cached for a day, and concurrent look-ups of one CEP share a request. */
export function createPlaceLookUp({
  url,
  fetch,
}: {
  /** The service's URL, with `{cep}` in its path or query. */
  url: string
  fetch: Fetch
}): LookUpPlace {
  const requests = createSemaphore({ permitsMax: REQUESTS_MAX })

  async function ask(cep: string): Promise<{ place: PagePlace | null }> {
    const release = requests.acquire()
    if (release === undefined) throw new Error('too many look-ups at once')
    try {
      return await fetchWithin(fetch, url.replace('{cep}', cep), REQUEST, readAnswer)
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

async function readAnswer(answer: Response): Promise<{ place: PagePlace | null }> {
  if (answer.status === 404) return { place: null }
  if (answer.status !== 200) throw new Error(`the service answered ${answer.status}`)
  return { place: readPlace(parseJson(await readAtMost(answer))) }
}

/** Hides the error of `JSON.parse`, which would be logged and quotes the text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('the service answered no JSON')
  }
}

async function readAtMost(answer: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > BYTES_MAX) throw new Error(`the service answered more than ${BYTES_MAX} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
