import { startTransition, useEffect, useState } from 'react'
import { BrowserRouter } from 'react-router'
import type { Page } from './additions.ts'
import { App } from './app.tsx'
import { BrowserContext } from './browser.ts'
import { replayEarlyPress } from './early-events.ts'
import type { EarlyForm } from './early-form/early-form.ts'
import { ROOT_ELEMENT_ID } from './page-data.ts'
import { preloadAllScreens, preloadScreen } from './screens/lazy-screens.ts'
import { answerParser } from './session/answer-parser.ts'
import { arrivalOf, firstScreenOf } from './session/arrival.ts'

const browser = {
  fetch: window.fetch.bind(window),
  leaveFor: (url: string) => window.location.assign(url),
}

/** Hydrates the server-rendered page. */
export async function startPage(page: Page, earlyForm: EarlyForm | null): Promise<void> {
  await nextTask()
  const { hydrateRoot } = await import('react-dom/client')
  const root = document.getElementById(ROOT_ELEMENT_ID)
  if (root === null) throw new Error(`the page has no #${ROOT_ELEMENT_ID}`)
  // A lazy screen must be loaded before its server-rendered markup is hydrated.
  if (page.checkout !== null) {
    const arrival = arrivalOf(page.checkout, new URLSearchParams(window.location.search))
    await preloadScreen(firstScreenOf(page.checkout, arrival)).catch(() => undefined)
  }
  // A transition makes hydration yield every few milliseconds, so that typing stays responsive.
  startTransition(() => void hydrateRoot(root, <LivePage page={page} earlyForm={earlyForm} />))
}

/**
 * Ends the current task, so that the browser can show typed text between two long tasks. Uses no timer: tests may hold
 * the page's clock.
 */
async function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => {
    port1.addEventListener('message', resolve, { once: true })
    port1.start()
    port2.postMessage(null)
  })
  port1.close()
}

function LivePage({ page, earlyForm }: { page: Page; earlyForm: EarlyForm | null }) {
  const [withForm] = useState(() => ({ ...browser, earlyForm }))
  useEffect(() => {
    replayEarlyPress()
    // Preloaded: later the network may be down, or a new release may have replaced these files.
    void Promise.all([preloadAllScreens(), answerParser()]).catch(() => undefined)
  }, [])
  return (
    <BrowserContext value={withForm}>
      <BrowserRouter>
        <App page={page} />
      </BrowserRouter>
    </BrowserContext>
  )
}
