import { createHash } from 'node:crypto'
import { newRequestId } from '#domain/request-id.ts'
import type { ServiceContext } from '../service/context.ts'
import { createConcurrencyLimit, type ConcurrencyLimit } from '../limits/concurrency-limit.ts'
import { BUSY } from './admission.ts'
import { createForgeryLimit, NO_FORGERY_LIMIT } from '../limits/forgery-limit.ts'
import { receiveNotifications } from '../service/payments/receive-notifications.ts'
import { refuse, type Refused } from '../service/outcome.ts'
import { NO_CERTIFICATES, type CertificateRule } from '../processors/accounts/accounts.ts'
import type { NotificationArrival, Processor } from '../processors/processor.ts'
import type { Client } from '#http/client-address.ts'
import { API_HEADERS } from '#http/security-headers.ts'
import { problemResponse } from './http/problem-response.ts'
import { parseJson, readBytes } from './http/read-json.ts'
import { refusalOfError } from './http/unexpected-error.ts'

/** Where the processor sends its notifications. Not part of the merchant's contract. */
export const PROCESSOR_NOTIFICATIONS_PATH = '/processor/notifications'

export type ReceiveNotification = (request: Request, client?: Client) => Promise<Response>

export interface ReceivingNotifications {
  limit?: ConcurrencyLimit
  /** Default: no account asks for client certificates. */
  certificateRule?: CertificateRule
}

/**
 * Receives the notifications of the processors' accounts, each at its own path, which may be duplicated, late or out of
 * order. Forged ones are limited per address, unless the account verifies cheaply; genuine ones are accepted at any rate, also
 * about payments that are not the checkout's.
 */
export function createReceiveNotification(
  context: ServiceContext,
  {
    limit = createConcurrencyLimit(Infinity),
    certificateRule = NO_CERTIFICATES,
  }: ReceivingNotifications = {},
): ReceiveNotification {
  const limited = createForgeryLimit()
  return async (request, client) => {
    const requestId = newRequestId(context.random)
    const addressed = addressedAccount(context, request.url)
    if (addressed === undefined) return problemResponse(NOTHING, requestId)
    const { processor, path } = addressed
    const certified = certificateRule.judge(processor.name, client?.certificate)
    const arrival = { path, isCertified: certified === 'certified' }
    // guard: forgeries-counted-alone
    const forgeries = processor.verifiesCheaply === true ? NO_FORGERY_LIMIT : limited
    const refuseForgery = () => {
      context.processorMetrics.notificationForged(processor.name, 1)
      return refusalOf(forgeries.count(processor.name, client)) ?? FORGED
    }
    try {
      const refusal =
        refusalOf(forgeries.waitSeconds(processor.name, client)) ??
        (certified === 'refused' ? refuseForgery() : undefined) ??
        (await limit.run('pay', (away) =>
          receive({ ...context, away }, request, { processor, arrival, refuseForgery }),
        ))
      if (refusal === undefined) return problemResponse(BUSY, requestId)
      return refusal === 'received' ? received(requestId) : problemResponse(refusal, requestId)
    } catch (error) {
      return problemResponse(refusalOfError(error, context.log, requestId), requestId)
    }
  }
}

/** Serves only the addresses of notifications, for a port of their own. */
export function onlyNotifications(fetch: ReceiveNotification): ReceiveNotification {
  return async (request, client) =>
    new URL(request.url).pathname.startsWith(`${PROCESSOR_NOTIFICATIONS_PATH}/`)
      ? fetch(request, client)
      : new Response(null, { status: 404 })
}

const FORGED = refuse('invalid_header', 'The notification is not authentic.')
const NOTHING = refuse('not_found', 'There is nothing at this address.')

/** The account that the URL names, and the path after its name. Without a name: the context's processor. */
function addressedAccount(
  { processor, processors }: ServiceContext,
  url: string,
): { processor: Processor; path: string } | undefined {
  const { pathname } = new URL(url)
  if (!pathname.startsWith(PROCESSOR_NOTIFICATIONS_PATH)) return undefined
  const rest = pathname.slice(PROCESSOR_NOTIFICATIONS_PATH.length)
  if (rest === '' || rest === '/') return { processor, path: '' }
  const [, name = '', path = ''] = /^\/([^/]+)(\/.*)?$/.exec(rest) ?? []
  const account = processors.of(name)
  return account && { processor: account, path }
}

async function receive(
  context: ServiceContext,
  request: Request,
  {
    processor,
    arrival,
    refuseForgery,
  }: { processor: Processor; arrival: NotificationArrival; refuseForgery: () => Refused },
): Promise<Refused | 'received'> {
  const bytes = await context.away(() => readBytes(request))
  const json = parseJson(request, bytes)
  if (json.outcome === 'refused') return json
  const rawBody = new TextDecoder().decode(json.bytes)
  const read = await context.away(() =>
    processor.readNotification(rawBody, request.headers, arrival),
  )
  if (read === undefined) return refuseForgery()
  const digest = createHash('sha256').update(json.bytes).digest('hex')
  await traced(context, processor, () =>
    receiveNotifications(context, { processor, digest, notifications: [read].flat() }),
  )
  return 'received'
}

const ROUTE = `${PROCESSOR_NOTIFICATIONS_PATH}/{account}`

/** Runs `work` in a span. Only for authentic notifications, so that forged ones cost no span. */
async function traced(
  { tracer }: ServiceContext,
  { name }: Processor,
  work: () => Promise<unknown>,
): Promise<void> {
  if (tracer === undefined) await work()
  else
    await tracer.inSpan(
      {
        name: `POST ${ROUTE}`,
        kind: 'server',
        attributes: {
          'http.request.method': 'POST',
          'http.route': ROUTE,
          'checkout.processor.account': name,
        },
      },
      work,
    )
}

function refusalOf(retryAfter: number | undefined): Refused | undefined {
  if (retryAfter === undefined) return undefined
  return refuse('rate_limited', 'Too many notifications from this network were not authentic.', {
    retryAfter,
  })
}

function received(requestId: string): Response {
  return new Response(null, {
    status: 204,
    headers: { ...API_HEADERS, 'X-Request-Id': requestId },
  })
}
