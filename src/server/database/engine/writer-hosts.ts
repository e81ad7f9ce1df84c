import { DatabaseUnavailable } from './database-errors.ts'
import { hostOf } from './database-url.ts'

const SEARCH_PAUSE_MS = 200

/** Which of several hosts takes writes. */
export interface WriterHosts {
  /**
   * The URL of the host that takes writes: the one found last, or, when it is in doubt, the first host whose probe says so.
   * Throws `DatabaseUnavailable` with what each host answered.
   */
  writer(): Promise<string>
  /** The host broke a connection or refused a write: the next connection asks all hosts. */
  doubt(url: string): void
  /** Calls `onMove` once another host takes the writes; returns the function that stops it. */
  follow(url: string, onMove: () => void): () => void
}

/** Whether a host takes writes. Rejects where it does not answer in time. */
export type Probe = (url: string) => Promise<boolean>

export function createWriterHosts(urls: readonly string[], probe: Probe): WriterHosts {
  const followers = new Map<() => void, string>()
  let known: string | undefined
  let searching: Promise<string> | undefined

  async function search(): Promise<string> {
    const found = await firstWriter(urls, probe)
    known = found
    for (const [onMove, url] of followers) if (url !== found) onMove()
    return found
  }

  return {
    async writer() {
      if (known !== undefined) return known
      if (searching !== undefined) return searching
      const started = search()
      searching = started
      const end = () => (searching = undefined)
      // A failed search is kept for a moment, so that not every connection asks all hosts.
      started.then(end, () => setTimeout(end, SEARCH_PAUSE_MS).unref())
      return started
    },
    doubt(url) {
      if (known === url) known = undefined
    },
    follow(url, onMove) {
      followers.set(onMove, url)
      return () => void followers.delete(onMove)
    },
  }
}

/** Asks all at once: a host that hangs holds up none of the others. */
async function firstWriter(urls: readonly string[], probe: Probe): Promise<string> {
  const answers = urls.map(async (url) => {
    if (await probe(url)) return url
    throw new Error('takes no writes')
  })
  return Promise.any(answers).catch((error: unknown) => {
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
    const what = urls.map((url, index) => `${hostOf(url)}: ${messageOf(errors[index])}`).join('; ')
    throw new DatabaseUnavailable(`No host in DATABASE_URL takes writes: ${what}`)
  })
}

/** Node gives no message for several addresses that all refuse. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || String(Reflect.get(error, 'code') ?? error.name)
}
