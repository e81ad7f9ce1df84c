import { cleanup, configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, vi } from 'vitest'
import type { PageCheckout } from '#contract/page.ts'
import { App } from '#page/web/app.tsx'
import { BrowserContext } from '#page/web/browser.ts'
import type { PageData } from '#page/web/page-data.ts'
import { preloadAllScreens } from '#page/web/screens/lazy-screens.ts'
import { page as en } from '#words/en.ts'
import { CARD_FRAME_ORIGIN, openCardFrame } from './card-frame.ts'
import { expectNoHeldTexts } from './held-texts.ts'
import { createPageBackend, type PageAnswer } from './page-backend.ts'

afterEach(cleanup)
expectNoHeldTexts()
// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 })

const POSTAL_CODES = '/api/checkout/reference/postal-codes/'

function pageDataOf(checkout: PageCheckout | null): PageData {
  return {
    locale: 'en',
    direction: 'ltr',
    words: en,
    sandbox: null,
    countries: [
      ['BR', 'Brazil'],
      ['PT', 'Portugal'],
      ['AE', 'United Arab Emirates'],
    ],
    countriesPath: null,
    cardFrameUrl: checkout?.methods.includes('card') ? `${CARD_FRAME_ORIGIN}/card/en` : null,
    reference: 'reference',
    checkout,
    problem: null,
  }
}

/** Renders the whole page of one session in jsdom, with a fake backend, card frame and user. */
export async function renderPage(
  checkout: PageCheckout,
  {
    search = '',
    answers = [],
    hasCardFrame = true,
    logoSize,
    places,
  }: {
    search?: string
    answers?: PageAnswer[]
    hasCardFrame?: boolean
    logoSize?: PageData['logoSize']
    /** The answer of the operator's service to a CEP; absent: there is no service. */
    places?: (cep: string) => Response | Promise<Response>
  } = {},
) {
  await preloadAllScreens()
  const backend = createPageBackend(checkout, answers)
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const path = url instanceof Request ? url.url : url.toString()
    return places !== undefined && path.startsWith(POSTAL_CODES)
      ? places(path.slice(POSTAL_CODES.length))
      : backend.fetch(url, init)
  }
  const leaveFor = vi.fn<(url: string) => void>()
  const user = userEvent.setup({ delay: null })
  render(
    <BrowserContext value={{ fetch, leaveFor }}>
      <MemoryRouter initialEntries={[`/c/reference${search}`]}>
        <App
          page={{
            ...pageDataOf(checkout),
            ...(logoSize && { logoSize }),
            ...(places && { postalCodesPath: POSTAL_CODES }),
          }}
        />
      </MemoryRouter>
    </BrowserContext>,
  )
  const card = openCardFrame()
  if (hasCardFrame) card.announce()
  return { backend, card, leaveFor, user }
}
