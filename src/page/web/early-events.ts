import type { ReleaseEarlyPress, TakeEarlyMessages, TellTrouble } from './early.ts'

declare global {
  interface Window {
    /** All set by the inline script `early.ts`. */
    releaseEarlyPress?: ReleaseEarlyPress
    takeEarlyMessages?: TakeEarlyMessages
    tellTrouble?: TellTrouble
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

/** A script that is loaded when it is needed: that it does not come is told of, since no element says so. */
export function laterScript<Module>(name: string, script: Promise<Module>): Promise<Module> {
  script.catch(() => window.tellTrouble?.('not_loaded', name))
  return script
}

/**
 * Tells of a document that leads elsewhere by itself, which ours never do where scripts run: somebody slipped that in.
 * Browsers obey only once the page is loaded, so there is time.
 */
export function tellOfRefresh(): void {
  for (const { content } of document.querySelectorAll<HTMLMetaElement>(
    'meta[http-equiv=refresh i]',
  ))
    window.tellTrouble?.('leads_away', content.replace(/^.*?=/, ''))
}
