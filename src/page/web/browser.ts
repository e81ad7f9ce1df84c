import { createContext, use } from 'react'

/** What the page does to the world around it. Handed in, so that a test can watch it. */
export interface Browser {
  fetch: typeof globalThis.fetch
  /** Goes to another site: the shop, or the bank of the shopper. */
  leaveFor: (url: string) => void
}

export const BrowserContext = createContext<Browser>({
  fetch: () => Promise.reject(new Error('the server makes no calls while it renders')),
  leaveFor: () => undefined,
})

export function useBrowser(): Browser {
  return use(BrowserContext)
}
