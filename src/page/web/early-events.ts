import type { ReplayEarlyPress, TakeEarlyMessages, ReportTrouble } from './early.ts'

declare global {
  interface Window {
    /** Set by the inline script `early.ts`. */
    replayEarlyPress?: ReplayEarlyPress
    takeEarlyMessages?: TakeEarlyMessages
    reportTrouble?: ReportTrouble
  }
}

/** Event replay after hydration: clicks the button that was pressed before. */
export function replayEarlyPress(): void {
  window.replayEarlyPress?.()
}

/** Takes the buffered `message` events of frames, and stops buffering. */
export function takeEarlyMessages(): MessageEvent[] {
  return window.takeEarlyMessages?.() ?? []
}

/** Reports a failed dynamic import (code splitting), for which the document fires no `error` event. */
export function laterScript<Module>(name: string, script: Promise<Module>): Promise<Module> {
  script.catch(() => window.reportTrouble?.('not_loaded', name))
  return script
}

/**
 * Reports every `<meta http-equiv="refresh">`: ours are inside `noscript`, so any other was injected. Browsers start the
 * redirect after the load event, later than this.
 */
export function reportMetaRefresh(): void {
  for (const { content } of document.querySelectorAll<HTMLMetaElement>(
    'meta[http-equiv=refresh i]',
  ))
    window.reportTrouble?.('leads_away', content.replace(/^.*?=/, ''))
}
