import { setTimeout as sleep } from 'node:timers/promises'

const INTERVAL_MS = 50

/** Waits until an address responds with a 2xx. */
export async function waitUntilReady(url: string, withinMs: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += INTERVAL_MS) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await sleep(INTERVAL_MS)
  }
  throw new Error(`nothing responds at ${url}`)
}
