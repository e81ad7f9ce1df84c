import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { PageCheckout, PageForm, PageProblem } from '#contract/page.ts'
import type { Page } from './additions.ts'
import type { ImageSize } from '#domain/image-size.ts'
import { takesCards } from '#domain/methods/methods.ts'
import { App } from './app.tsx'
import { brandStyle } from '#domain/brand/brand-style.ts'
import { cardFrameUrl } from './brand/card-frame-url.ts'
import { countryNames, namesOf } from './country-names.ts'
import { type DocumentData, type PageData, pageOf } from './page-data.ts'
import { imagePath } from './layout/image-path.ts'
import { pageTitle } from './page-title.ts'
import type { SandboxWords } from '#words/places.ts'
import { preloadAllScreens } from './screens/lazy-screens.ts'
import { arrivalOf, firstScreenOf } from './session/arrival.ts'
import { NotAlive } from './without-script/not-alive.tsx'
import { type Refresh, refreshOf } from './without-script/refresh.ts'
import { partsWithoutScript, termsOfForm } from './without-script/parts-without-script.tsx'
import type { Visit } from './without-script/visit.ts'
import { WithoutScriptContext } from './without-script/without-script.tsx'
import { languageOf, LANGUAGES, type Tag } from '#words/languages.ts'
import { earlyWords, earlyWordsOfHold, buttonOfHold, sentWords } from '#words/sent-words.ts'
import { NO_SCRIPT_WORDS } from '#words/tables/no-script.ts'
import { translateIn } from '#words/translate-in.ts'
import type { Translate } from '#words/words.ts'

export { brandStyle } from '#domain/brand/brand-style.ts'
export { plainPages } from './plain-pages.ts'
export { readForm } from './without-script/read-form.ts'

await preloadAllScreens()

/** Tags of the page's languages; the first is the fallback. */
export const LOCALES: readonly string[] = LANGUAGES.map(({ tag }) => tag)

export interface RenderInput {
  /** One of `LOCALES`; another falls back to the first. */
  locale: string
  /** `null` for every URL that is not a session's. */
  reference: string | null
  checkout: PageCheckout | null
  problem: PageProblem | null
  /** The URL's query, as in `?from=challenge`, or empty. */
  search: string
  /** Without JavaScript: the form that was requested or submitted. */
  form?: PageForm | null
  /** Without JavaScript: the time until which the code, or the session, can be paid. */
  payBy?: string | null
  /** The origin of the card frame. */
  fieldsUrl: string
  /** The size of the merchant's logo in pixels, once it is known. */
  logoSize?: ImageSize | null
  /** The path of the page's words in this language. */
  wordsPath: string
  /** The path of the country names. */
  countriesPath: string | null
  /** Whether the operator has a service for the addresses of CEPs. */
  looksUpPlaces?: boolean
}

export interface RenderedPage {
  /** The content of `<div id="root">`. */
  html: string
  /** The element of the card frame, which `early.ts` puts into its place in `html`; `null` when the page has none. */
  cardFrame: string | null
  /** The origin of the card frame, to connect to at once; `null` when the page has none. */
  connectTo: string | null
  /** The notice, inserted before `html` and hidden until hydration fails. */
  notice: string
  title: string
  /** The path of the merchant's logo, for the browser's tab; `null` without one. */
  icon: string | null
  locale: string
  direction: 'ltr' | 'rtl'
  /** The merchant's brand, for a `<style>` after the page's; none when empty. */
  style: string
  /** The JSON content of `<script type="application/json" id="page-data">`. */
  data: DocumentData
  /** The meta refresh without JavaScript; `null` when no change is expected. */
  refresh: Refresh | null
}

/** The sandbox's additions. */
export interface SandboxParts {
  /** By language tag. */
  words: (locale: string) => SandboxWords
  withAdditions: (data: PageData) => Page
}

/** Server-side rendering in one language. Pure: no requests, no clock. */
export function renderPage(input: RenderInput, sandbox?: SandboxParts) {
  const { locale, reference, checkout, problem, search, fieldsUrl, countriesPath } = input
  const { tag, direction } = languageOf(locale)
  const asksForAddress = checkout !== null && takesAddress(checkout)
  const data: DocumentData = {
    locale: tag,
    direction,
    words: documentWords(checkout, tag),
    wordsPath: input.wordsPath,
    countries: asksForAddress ? namesOf(ownCountries(checkout), tag) : [],
    countriesPath: asksForAddress ? countriesPath : null,
    cardFrameUrl:
      reference !== null && checkout !== null && needsCardFrame(checkout)
        ? cardFrameUrl(fieldsUrl, { reference, locale: tag }, checkout.merchant)
        : null,
    reference,
    checkout,
    problem,
    ...(input.logoSize && { logoSize: input.logoSize }),
    ...(asksForAddress &&
      reference !== null &&
      input.looksUpPlaces === true && { postalCodesPath: postalCodesPath(reference) }),
  }
  const page = pageOf(data, { words: sentWords(tag), sandbox: sandbox?.words(tag) ?? null })
  const t = translateIn(tag)
  const visit = checkout === null ? null : visitOf(checkout, input, tag, t)
  const path = reference === null ? '/' : `/c/${encodeURIComponent(reference)}`
  const html = renderToString(
    <StaticRouter location={path + search}>
      <WithoutScriptContext value={withoutScript(visit, problem, t)}>
        <App page={sandbox?.withAdditions(page) ?? page} />
      </WithoutScriptContext>
    </StaticRouter>,
  )
  const cardFrame = CARD_FRAME.exec(html)?.[1] ?? null
  const rendered: RenderedPage = {
    html: cardFrame === null ? html : html.replace(cardFrame, ''),
    cardFrame,
    connectTo: data.cardFrameUrl === null ? null : new URL(data.cardFrameUrl).origin,
    notice: renderToStaticMarkup(<NotAlive t={t} />),
    title: titleOf(data, visit, t),
    icon: reference !== null && checkout?.merchant.hasLogo ? imagePath(reference, 'logo') : null,
    locale: tag,
    direction,
    style:
      checkout === null ? '' : brandStyle(checkout.merchant.brandColor, checkout.merchant.radiusPx),
    data,
    refresh: visit && refreshOf(visit),
  }
  return rendered
}

const CARD_FRAME = /<div class="card-frame">(<iframe [^>]*><\/iframe>)/

function documentWords(checkout: PageCheckout | null, tag: Tag): DocumentData['words'] {
  const isHold = checkout?.chargedLater !== undefined
  if (checkout?.status !== 'open') return isHold ? buttonOfHold(tag) : {}
  return isHold ? earlyWordsOfHold(tag) : earlyWords(tag)
}

function postalCodesPath(reference: string): string {
  return `/api/checkout/${encodeURIComponent(reference)}/postal-codes/`
}

function takesAddress({ status, collect }: PageCheckout): boolean {
  return status === 'open' && collect.billingAddress !== 'hidden'
}

/** The countries embedded in the page; the first is preselected. */
function ownCountries({ merchant, customer }: PageCheckout): string[] {
  return [...new Set([customer.billingAddress?.country ?? merchant.country, merchant.country])]
}

function needsCardFrame({ status, methods }: PageCheckout): boolean {
  return status === 'open' && takesCards(methods)
}

function visitOf(
  checkout: PageCheckout,
  { search, form = null, payBy = null }: RenderInput,
  tag: Tag,
  t: Translate,
): Visit {
  const query = new URLSearchParams(search)
  return {
    checkout,
    screen: firstScreenOf(checkout, arrivalOf(checkout, query)),
    form,
    payBy,
    search: query,
    countries: form === null ? [] : countryNames(tag),
    t,
    words: NO_SCRIPT_WORDS[tag],
  }
}

function withoutScript(visit: Visit | null, problem: PageProblem | null, t: Translate) {
  if (visit !== null) return partsWithoutScript(visit)
  if (problem === null || problem.code === 'not_found') return {}
  return {
    screen: (
      <a className="primary" href="?from=form">
        {t('broken.again')}
      </a>
    ),
  }
}

function titleOf({ problem }: DocumentData, visit: Visit | null, t: Translate): string {
  if (visit !== null) return pageTitle(visit.checkout, visit.screen, t, termsOfForm(visit))
  const isMissing = problem === null || problem.code === 'not_found'
  return t(isMissing ? 'not-found.title' : 'broken.title')
}
