import type { ReleaseEarlyPress, TakeEarlyMessages } from './early.ts'

declare global {
  interface Window {
    /** Both set by the inline script `early.ts`. */
    releaseEarlyPress?: ReleaseEarlyPress
    takeEarlyMessages?: TakeEarlyMessages
  }
}

/** The page is alive: makes the press that waited for it. */
export function releaseEarlyPress(): void {
  window.releaseEarlyPress?.()
}

/** What frames have said before anybody listened; from now on nobody keeps it. */
export function takeEarlyMessages(): MessageEvent[] {
  return window.takeEarlyMessages?.() ?? []
}
