import type { ReleaseEarlyPress } from './early.ts'

declare global {
  interface Window {
    /** Set by the inline script `early.ts`. */
    releaseEarlyPress?: ReleaseEarlyPress
  }
}

/** The page is alive: makes the press that waited for it. */
export function releaseEarlyPress(): void {
  window.releaseEarlyPress?.()
}
