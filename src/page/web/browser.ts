import { createContext, use } from 'react'

/** Side effects of the page, injected for tests. */
export interface Browser {
  fetch: typeof globalThis.fetch
  /** Navigates to another site: the merchant's, or the shopper's bank. */
  leaveFor: (url: string) => void
}

export const BrowserContext = createContext<Browser>({
  fetch: () => Promise.reject(new Error('server rendering makes no requests')),
  leaveFor: () => undefined,
})

export function useBrowser(): Browser {
  return use(BrowserContext)
}
