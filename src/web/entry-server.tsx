import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { PageCheckout, PageProblem } from '../contract/page.ts'
import { App } from './app.tsx'
import { brandStyle } from './brand/brand-style.ts'
import { countryNames } from './country-names.ts'
import type { PageData } from './page-data.ts'
import { pageTitle } from './page-title.ts'
import { sandboxWords } from './sandbox/sandbox-words.ts'
import { preloadAllScreens } from './screens/lazy-screens.ts'
import { arrivalOf, firstScreenOf } from './session/arrival.ts'
import { LANGUAGES } from './words/languages.ts'
import { type Say, speak } from './words/words.ts'

export { brandStyle } from './brand/brand-style.ts'

await preloadAllScreens()

/** Tags of the page's languages; the first is the fallback. */
export const LOCALES: readonly string[] = LANGUAGES.map(({ tag }) => tag)

export interface RenderInput {
  /** One of `LOCALES`; another falls back to the first. */
  locale: string
  /** `null` on every address that is not a session's. */
  reference: string | null
  checkout: PageCheckout | null
  problem: PageProblem | null
  /** The query of the address, as in `?from=challenge`, or empty. */
  search: string
}

export interface RenderedPage {
  /** Goes into `<div id="root">`. */
  html: string
  title: string
  locale: string
  direction: 'ltr' | 'rtl'
  /** The merchant's look; goes into a `<style>` of its own after the page's, or nowhere when it is empty. */
  style: string
  /** Goes, as JSON, into `<script type="application/json" id="page-data">`. */
  data: PageData
}

/** Renders the page in one language. Calls nobody and knows no clock: the same input gives the same page. */
export function renderPage({ locale, reference, checkout, problem, search }: RenderInput) {
  const language = LANGUAGES.find(({ tag }) => tag === locale) ?? LANGUAGES[0]
  const { tag, direction, words } = language
  const data: PageData = {
    locale: tag,
    direction,
    words,
    sandbox: import.meta.env.MODE === 'sandbox' ? sandboxWords(tag) : null,
    languages: LANGUAGES.map(({ tag, name }) => [tag, name]),
    countries: checkout === null || !asksForAddress(checkout) ? [] : countryNames(tag),
    reference,
    checkout,
    problem,
  }
  const path = reference === null ? '/' : `/c/${encodeURIComponent(reference)}`
  const rendered: RenderedPage = {
    html: renderToString(
      <StaticRouter location={path + search}>
        <App page={data} />
      </StaticRouter>,
    ),
    title: titleOf(data, search, speak(words, tag, direction)),
    locale: tag,
    direction,
    style:
      checkout === null ? '' : brandStyle(checkout.merchant.brandColor, checkout.merchant.radiusPx),
    data,
  }
  return rendered
}

function asksForAddress({ status, collect }: PageCheckout): boolean {
  return status === 'open' && collect.billingAddress !== 'hidden'
}

function titleOf({ checkout, problem }: PageData, search: string, say: Say): string {
  if (checkout !== null) {
    const arrival = arrivalOf(checkout, new URLSearchParams(search))
    return pageTitle(checkout, firstScreenOf(checkout, arrival), say)
  }
  const isMissing = problem === null || problem.code === 'not_found'
  return say(isMissing ? 'not-found.title' : 'broken.title')
}
