import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import type { Page } from './additions.ts'
import { App } from './app.tsx'
import { BrowserContext } from './browser.ts'
import { releaseEarlyPress, tellOfRefresh } from './early-events.ts'
import { ROOT_ELEMENT_ID } from './page-data.ts'
import { preloadAllScreens, preloadScreen } from './screens/lazy-screens.ts'
import { answerParser } from './session/answer-parser.ts'
import { arrivalOf, firstScreenOf } from './session/arrival.ts'

const browser = {
  fetch: window.fetch.bind(window),
  leaveFor: (url: string) => window.location.assign(url),
}

/** Brings the markup of a page to life. */
export async function startPage(page: Page): Promise<void> {
  tellOfRefresh()
  const root = document.getElementById(ROOT_ELEMENT_ID)
  if (root === null) throw new Error(`the page has no #${ROOT_ELEMENT_ID}`)
  // A screen in a file of its own must be there before the markup that it made on the server is taken over.
  if (page.checkout !== null) {
    const arrival = arrivalOf(page.checkout, new URLSearchParams(window.location.search))
    await preloadScreen(firstScreenOf(page.checkout, arrival)).catch(() => undefined)
  }
  // As a transition it gives way every few milliseconds, so that who types meanwhile sees it at once.
  startTransition(() => void hydrateRoot(root, <LivePage page={page} />))
}

function LivePage({ page }: { page: Page }) {
  useEffect(() => {
    releaseEarlyPress()
    // Needed at once when they are needed; the network, or this release, may be gone by then.
    void Promise.all([preloadAllScreens(), answerParser()]).catch(() => undefined)
  }, [])
  return (
    <BrowserContext value={browser}>
      <BrowserRouter>
        <App page={page} />
      </BrowserRouter>
    </BrowserContext>
  )
}
