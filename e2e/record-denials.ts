import type { BrowserContext, Page } from 'playwright/test'

/** Texts that must not appear while a payment may be in progress. */
const DENIALS = ['You haven’t been charged', 'didn’t go through', 'That didn’t work']

export interface Denial {
  text: string
  at: Date
}

/** Records each time a page shows that a payment failed. */
export async function recordDenials(where: Page | BrowserContext): Promise<{ denials: Denial[] }> {
  const denials: Denial[] = []
  await where.exposeFunction('noteDenial', (text: string, at: number) => {
    denials.push({ text, at: new Date(at) })
  })
  await where.addInitScript((sentences) => {
    let shown = new Set<string>()
    const note = Reflect.get(window, 'noteDenial') as (text: string, at: number) => void
    const look = () => {
      const text = document.querySelector('main')?.textContent ?? ''
      const now = new Set(sentences.filter((sentence) => text.includes(sentence)))
      for (const sentence of now) if (!shown.has(sentence)) note(sentence, Date.now())
      shown = now
    }
    document.addEventListener('DOMContentLoaded', look)
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  }, DENIALS)
  return { denials }
}
