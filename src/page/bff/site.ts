import type { Context } from 'hono'
import type { CheckoutClient } from '../../client/index.ts'
import type { Environment } from '../../contract/environment.ts'
import type { PlainPages } from '../../contract/page.ts'
import type { RandomBytes } from '../../domain/id.ts'
import type { Release } from '../../domain/limits/semaphore.ts'
import type { Answers } from './answers.ts'
import { chooseLocale } from './choose-locale.ts'
import { type Log, referenceTrace } from './log.ts'
import type { CardLimit } from './limits/card-limit.ts'
import type { PlainPage } from './plain-page.ts'
import { isBroken, type Refused, refusedBy } from './problem.ts'

/** A permit to write a page; undefined when there is none. */
export type AcquirePage = () => Release | undefined

/** What the routes of this backend share. Made once. */
export interface Site {
  client: Pick<CheckoutClient, 'checkout' | 'viewers'>
  /** Whether a text of an address can be the name of a session. */
  isReference: (text: string) => boolean
  environment: Environment
  answers: Answers
  locales: readonly string[]
  /** In a language; where the page is not built, each of them says so. */
  plainPages: (locale: string) => PlainPages
  ownOrigin: string
  fieldsUrl: string
  log: Log
  clock: () => Date
  cardLimit: CardLimit
  newRequestId: () => string
  random: RandomBytes
  acquirePage: AcquirePage
  /** Aborts when the process stops. */
  closing: AbortSignal
}

/** The language of an answer, as the shopper, the session and the browser wish it. */
export function localeOf(site: Site, context: Context, sessionLocale: string | null): string {
  const wishes = {
    query: context.req.query('locale') ?? null,
    session: sessionLocale,
    acceptLanguage: context.req.header('accept-language') ?? null,
  }
  return chooseLocale(wishes, site.locales)
}

/** A page that is no session, in the language of whoever asks. */
export function plainPageFor(
  site: Site,
  context: Context,
  name: Exclude<keyof PlainPages, 'locale' | 'direction'>,
): PlainPage {
  const { locale, direction, [name]: words } = site.plainPages(localeOf(site, context, null))
  return { locale, direction, ...words }
}

/** Turns a failed call of the API into what the shopper may know; the operator's log knows more. */
export function refuseFor(
  site: Site,
  error: unknown,
  { reference, requestId }: { reference: string; requestId: string },
): Refused {
  const refused = refusedBy(error)
  // What is put off the API has told its own operators of.
  if (isBroken(refused)) {
    const fields = { err: error, requestId, reference: referenceTrace(reference) }
    site.log.error(fields, 'a call of the API failed')
  }
  return refused
}
