import { hash } from 'node:crypto'
import type { CDPSession, Frame, Page } from 'playwright'

/** Every script that a browser's engine was given to run, by its hash and where it came from. */
export interface ParsedScripts {
  /** Looks into frames that have come since; call it once they are there. */
  listenToFrames(): Promise<void>
  all(): Promise<{ url: string; sha384: string }[]>
}

/** Listens to Chromium's debugger from before the page is opened. What tests themselves run has no address, and is left out. */
export async function listenToScripts(page: Page): Promise<ParsedScripts> {
  const scripts: Promise<{ url: string; sha384: string }>[] = []

  async function listen(target: Page | Frame): Promise<void> {
    const session = await page.context().newCDPSession(target)
    session.on('Debugger.scriptParsed', ({ scriptId, url }) => {
      if (url !== '') scripts.push(sourceOf(session, scriptId, url))
    })
    await session.send('Debugger.enable')
  }

  await listen(page)
  return {
    async listenToFrames() {
      for (const frame of page.frames())
        // A frame in the process of its page is heard with it.
        if (frame !== page.mainFrame()) await listen(frame).catch(() => undefined)
    },
    async all() {
      const known = await Promise.all(scripts)
      return known.filter(({ sha384 }) => sha384 !== '')
    },
  }
}

async function sourceOf(session: CDPSession, scriptId: string, url: string) {
  try {
    const { scriptSource } = await session.send('Debugger.getScriptSource', { scriptId })
    return { url, sha384: `sha384-${hash('sha384', scriptSource, 'base64')}` }
  } catch {
    // The document is gone already.
    return { url, sha384: '' }
  }
}
