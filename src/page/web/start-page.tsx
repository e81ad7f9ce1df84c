import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import type { Page } from './additions.ts'
import { App } from './app.tsx'
import { BrowserContext } from './browser.ts'
import { replayEarlyPress, reportMetaRefresh } from './early-events.ts'
import { ROOT_ELEMENT_ID } from './page-data.ts'
import { preloadAllScreens, preloadScreen } from './screens/lazy-screens.ts'
import { answerParser } from './session/answer-parser.ts'
import { arrivalOf, firstScreenOf } from './session/arrival.ts'

const browser = {
  fetch: window.fetch.bind(window),
  leaveFor: (url: string) => window.location.assign(url),
}

/** Hydrates the server-rendered page. */
export async function startPage(page: Page): Promise<void> {
  reportMetaRefresh()
  const root = document.getElementById(ROOT_ELEMENT_ID)
  if (root === null) throw new Error(`the page has no #${ROOT_ELEMENT_ID}`)
  // A lazy screen must be loaded before its server-rendered markup is hydrated.
  if (page.checkout !== null) {
    const arrival = arrivalOf(page.checkout, new URLSearchParams(window.location.search))
    await preloadScreen(firstScreenOf(page.checkout, arrival)).catch(() => undefined)
  }
  // A transition makes hydration yield every few milliseconds, so that typing stays responsive.
  startTransition(() => void hydrateRoot(root, <LivePage page={page} />))
}

function LivePage({ page }: { page: Page }) {
  useEffect(() => {
    replayEarlyPress()
    // Preloaded: later the network may be down, or a new release may have replaced these files.
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
