declare global {
  interface Window {
    /** Set by the inline script `early.ts`: replays the press that came before the page was alive. */
    releaseEarlyPress?: () => void
  }
}

export function releaseEarlyPress(): void {
  window.releaseEarlyPress?.()
}
