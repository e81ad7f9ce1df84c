import { createContext, use } from 'react'
import type { EarlyForm } from './early-form/early-form.ts'

/** Side effects of the page, injected for tests. */
export interface Browser {
  fetch: typeof globalThis.fetch
  /** Navigates to another site: the merchant's, or the shopper's bank. */
  leaveFor: (url: string) => void
  /** The form that takes a press before hydration; absent or `null` where the first screen had no form. */
  earlyForm?: EarlyForm | null
}

export const BrowserContext = createContext<Browser>({
  fetch: () => Promise.reject(new Error('no browser')),
  leaveFor: () => undefined,
})

export function useBrowser(): Browser {
  return use(BrowserContext)
}
