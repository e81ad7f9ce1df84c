import type { Context } from 'hono'
import type { PageClient } from './page-client.ts'
import type { Environment } from '#contract/environment.ts'
import type { PlainPages } from '#contract/page.ts'
import type { RandomBytes } from '#domain/id.ts'
import type { Release } from '#domain/limits/semaphore.ts'
import type { Answers } from './answers.ts'
import { chooseLocale } from './choose-locale.ts'
import { type Log, referenceTrace } from '#http/log.ts'
import type { CardLimit } from './limits/card-limit.ts'
import type { PlainPage } from './plain-page.ts'
import type { HttpRefusal } from '#http/http-refusal.ts'
import { isBroken, refusedBy } from './problem.ts'

/** Acquires a permit to render a page; undefined when none is left, or none for this network. */
export type AcquirePage = (network: string | undefined) => Release | undefined

/** Dependencies that the routes share. Made once. */
export interface Site {
  client: PageClient
  /** Whether a text has the form of a reference. */
  isReference: (text: string) => boolean
  environment: Environment
  answers: Answers
  locales: readonly string[]
  /** Texts by language; without a build, each says that the page is not built. */
  plainPages: (locale: string) => PlainPages
  ownOrigin: string
  fieldsUrl: string
  log: Log
  clock: () => Date
  cardLimit: CardLimit
  newRequestId: () => string
  random: RandomBytes
  acquirePage: AcquirePage
  /** Aborts when the process shuts down. */
  closing: AbortSignal
}

/** The language of a response, from the URL, the session and the browser. */
export function localeOf(site: Site, context: Context, sessionLocale: string | null): string {
  const wishes = {
    query: context.req.query('locale') ?? null,
    session: sessionLocale,
    acceptLanguage: context.req.header('accept-language') ?? null,
  }
  return chooseLocale(wishes, site.locales)
}

/** A page without a session, in the client's language. */
export function plainPageFor(
  site: Site,
  context: Context,
  name: Exclude<keyof PlainPages, 'locale' | 'direction'>,
): PlainPage {
  const { locale, direction, [name]: words } = site.plainPages(localeOf(site, context, null))
  return { locale, direction, ...words }
}

/** Turns a failed API call into a refusal for the shopper, and logs the details for the operator. */
export function refuseFor(
  site: Site,
  error: unknown,
  { reference, requestId }: { reference: string; requestId: string },
): HttpRefusal {
  const refused = refusedBy(error)
  // A payment that the API sheds is not logged here: the API logs it.
  if (isBroken(refused)) {
    const fields = { err: error, requestId, reference: referenceTrace(reference) }
    site.log.error(fields, 'a call of the API failed')
  }
  return refused
}
