import { hash } from 'node:crypto'
import type { CDPSession, Frame, Page } from 'playwright'

/** Every script that a browser's engine parsed, by hash and URL. */
export interface ParsedScripts {
  /** Attaches to frames that were added since; call it once they have loaded. */
  listenToFrames(): Promise<void>
  all(): Promise<{ url: string; sha384: string }[]>
}

/** Attaches to Chromium's debugger before the page opens. Scripts of the test itself have no URL, and are left out. */
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
        // A frame in the process of its page shares its debugger session.
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
