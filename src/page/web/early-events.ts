import type { GiveUp, ReplayEarlyPress, TakeEarlyMessages, ReportTrouble } from './early.ts'

declare global {
  interface Window {
    /** Set by the inline script `early.ts`. */
    replayEarlyPress?: ReplayEarlyPress
    takeEarlyMessages?: TakeEarlyMessages
    reportTrouble?: ReportTrouble
    giveUp?: GiveUp
  }
}

/** Event replay: clicks the button that was pressed before. With a form, only its button; others wait for hydration. */
export function replayEarlyPress(form?: HTMLFormElement): void {
  window.replayEarlyPress?.(form ?? document)
}

/** Shows the notice that the page does not work. */
export function giveUp(): void {
  window.giveUp?.()
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
 * Reports every `<meta http-equiv="refresh">`: ours are inside `noscript`, so any other was injected. Called by
 * the entry script: browsers start the redirect after the load event, and a view that loads later may never run.
 */
export function reportMetaRefresh(): void {
  for (const { content } of document.querySelectorAll<HTMLMetaElement>(
    'meta[http-equiv=refresh i]',
  ))
    window.reportTrouble?.('leads_away', content.replace(/^.*?=/, ''))
}
