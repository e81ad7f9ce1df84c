import type { BrowserContext } from 'playwright'
import type { Recorder } from './recorder.ts'

/** Records the URL and the storage of every page and frame of a browser. */
export async function readStorage(
  recorder: Recorder,
  name: string,
  context: BrowserContext,
): Promise<void> {
  for (const page of context.pages())
    for (const frame of page.frames()) {
      const stored = await frame.evaluate(readHere).catch(() => undefined)
      const { origin } = new URL(frame.url())
      recorder.keep('browser storage', `${name}, ${origin}`, JSON.stringify(stored ?? {}))
      recorder.keep('addresses', `GET ${frame.url()}`, frame.url())
    }
}

/** Runs in the browser: all storage of the origin. */
async function readHere() {
  const caches = []
  for (const name of await globalThis.caches.keys()) {
    const cache = await globalThis.caches.open(name)
    for (const request of await cache.keys())
      caches.push([name, request.url, await (await cache.match(request))?.text()])
  }
  const databases = []
  for (const { name = '' } of await indexedDB.databases())
    databases.push([name, await rowsOf(name)])
  return {
    localStorage: Object.entries(localStorage),
    sessionStorage: Object.entries(sessionStorage),
    caches,
    databases,
    workers: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    history: JSON.stringify(history.state),
    named: window.name,
  }

  function rowsOf(name: string): Promise<unknown> {
    return new Promise((resolve) => {
      const asked = indexedDB.open(name)
      asked.addEventListener('error', () => resolve('unreadable'))
      asked.addEventListener('success', () => {
        const { result: database } = asked
        const stores = [...database.objectStoreNames]
        if (stores.length === 0) return resolve([])
        const transaction = database.transaction(stores)
        const all = stores.map((store) => transaction.objectStore(store).getAll())
        transaction.addEventListener('complete', () => {
          resolve(all.map(({ result }) => result as unknown))
        })
      })
    })
  }
}
