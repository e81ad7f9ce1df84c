import type { Context } from 'hono'
import type { Checkout } from '#contract/checkout.ts'
import type { PageForm } from '#contract/page.ts'
import type { Answers } from './answers.ts'
import { filesIn, type LoadedBuild, type MissingBuild } from './load-build.ts'
import { createCheckoutCalls } from './checkout-calls.ts'
import { createLogoSizes } from './logo-sizes.ts'
import type { DocumentTemplate } from './document.ts'
import { formatInstant, timeZoneOfMerchant } from '#domain/format-date.ts'
import { pageCheckout } from './page-view.ts'
import type { HttpRefusal } from '#http/http-refusal.ts'
import { pageProblem } from './problem.ts'
import { localeOf, type Site } from './site.ts'

/** A session, or the refusal. */
export type Found = { reference: string | null } & (
  | { checkout: Checkout; refused: null }
  | { checkout: null; refused: HttpRefusal }
)

export interface PageRequest {
  requestId: string
  /** Default: 200, or the refusal's. */
  status?: number
  retryAfterSeconds?: number | undefined
  /** The form without script, and the cookie that its token is bound to. */
  form?: { page: PageForm; cookie: string } | undefined
}

/** Writes pages and reads their forms. */
export interface PageWriter {
  write(context: Context, found: Found, request: PageRequest): Promise<Response>
  readForm: LoadedBuild['readForm']
}

/** Creates the writer of complete documents; undefined without a build. */
export function createPageWriter(
  site: Site,
  build: LoadedBuild | MissingBuild,
  template: DocumentTemplate | undefined,
  { looksUpPlaces = false }: { looksUpPlaces?: boolean } = {},
): PageWriter | undefined {
  if (build.kind === 'missing' || template === undefined) return undefined
  const calls = createCheckoutCalls(site.client)
  const logoSizeOf = createLogoSizes((reference, name) => calls.image(reference, name))

  return {
    readForm: build.readForm,

    async write(context, { reference, checkout, refused }, request) {
      const { requestId, form } = request
      const locale = localeOf(site, context, checkout?.locale ?? null)
      const page = build.renderPage({
        locale,
        reference,
        checkout: checkout && pageCheckout(checkout, locale),
        problem: refused && pageProblem(refused, requestId),
        search: new URL(context.req.url).search,
        form: form?.page ?? null,
        payBy: checkout && payBy(checkout, locale),
        fieldsUrl: site.fieldsUrl,
        logoSize: checkout && logoSizeOf(reference ?? '', checkout.merchant.brand.logoUrl),
        ...filesIn(build.manifest, locale),
        looksUpPlaces,
      })
      const { status, retryAfterSeconds } = request
      return site.answers.document(template.write(page, locale), {
        ...answerTo(context, { refused }, requestId),
        ...(status !== undefined && { status }),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
        formCookie: form?.cookie,
        reference: checkout && reference,
        challengeFrameOrigins: checkout?.challengeFrameOrigins,
      })
    },
  }
}

/** What is known of an answer before its page is rendered. */
export function answerTo(
  context: Context,
  { refused }: Pick<Found, 'refused'>,
  requestId: string,
): Parameters<Answers['document']>[1] {
  return {
    status: refused?.status ?? 200,
    requestId,
    acceptEncoding: context.req.header('accept-encoding') ?? null,
    retryAfterSeconds: refused?.retryAfterSeconds,
  }
}

/** The deadline to pay: the expiry of the shown code, else that of the session. */
function payBy({ payment, expiresAt, merchant }: Checkout, locale: string): string {
  const code = payment?.action && 'expiresAt' in payment.action ? payment.action : null
  const until = code?.expiresAt ?? expiresAt
  return formatInstant(until, locale, timeZoneOfMerchant(merchant))
}
