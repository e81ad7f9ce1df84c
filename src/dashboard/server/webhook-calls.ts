import { z } from 'zod'
import { CountMatching, ListWebhookEvents } from '#contract/dashboard/webhook.ts'
import { EventId, MerchantId } from '#contract/ids.ts'
import { extentOf } from '#domain/dashboard/extent-of.ts'
import { listEvents } from '#server/service/events/list-events.ts'
import { readEvent, showBody } from '#server/service/events/read-event.ts'
import {
  countReplay,
  readFailingWebhooks,
  readWebhook,
} from '#server/service/events/read-webhook.ts'
import type { SignedIn } from '#server/service/people/read-session.ts'
import type { Answer } from './answers.ts'
import type { Call, Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { mayAt, refusalAt } from './scope-of.ts'

const Nothing = z.strictObject({})
const ONE = '/api/webhooks/:merchant'

/** Registers the calls that read a webhook endpoint's health, its events, and what a replay would send again. */
export function addWebhookCalls(
  calls: Calls,
  { context: service }: Pick<DashboardOptions, 'context'>,
): void {
  const { layout } = service

  calls.readOpen('/api/webhooks', async (_call, session) => {
    if (!session.memberships.some(({ merchantId }) => merchantId === null))
      return { refused: 'not_found' }
    if (!mayAt(session, 'deliveries:read', null)) return { refused: 'forbidden' }
    return { data: await readFailingWebhooks(service) }
  })

  /** Registers a read of one merchant's deliveries. */
  function readOne(
    path: string,
    work: (call: Call, session: SignedIn, merchantId: string) => Promise<Answer>,
  ): void {
    calls.readOpen(`${ONE}${path}`, async (call, session) => {
      const merchantId = merchantOf(call)
      if (merchantId === undefined) return { refused: 'not_found' }
      const refused = refusalAt(session, 'deliveries:read', merchantId)
      return refused === undefined ? work(call, session, merchantId) : { refused }
    })
  }

  readOne('', async (_call, session, merchantId) =>
    orNotFound(
      await readWebhook(service, { merchantId, showsAnswers: showsAnswers(session, merchantId) }),
    ),
  )

  readOne('/events', async (call, _session, merchantId) => {
    const filters = ListWebhookEvents.safeParse(call.query())
    return filters.success
      ? { data: await listEvents(service, { merchantId, ...filters.data }) }
      : { refused: 'invalid_request' }
  })

  readOne('/matching', async (call, _session, merchantId) => {
    const filter = CountMatching.safeParse(call.query())
    return filter.success
      ? { data: await countReplay(service, { merchantId, filter: filter.data }) }
      : { refused: 'invalid_request' }
  })

  readOne('/events/:event', async (call, session, merchantId) => {
    const eventId = EventId.safeParse(call.parameter('event'))
    if (!eventId.success) return { refused: 'not_found' }
    const event = await readEvent(service, {
      merchantId,
      eventId: eventId.data,
      showsAnswers: showsAnswers(session, merchantId),
    })
    return orNotFound(event && { ...event, showsBody: showsBody(session, merchantId) })
  })

  calls.changeOpen(`${ONE}/events/:event/body`, Nothing, async (call, _body, session) => {
    const merchantId = merchantOf(call)
    const eventId = EventId.safeParse(call.parameter('event'))
    if (merchantId === undefined || !eventId.success) return { refused: 'not_found' }
    const refused = refusalAt(session, 'deliveries:read', merchantId)
    if (refused !== undefined) return { refused }
    if (!showsBody(session, merchantId)) return { refused: 'forbidden' }
    const actor = { kind: 'user', userId: session.userId, dashboardAction: 'show event' } as const
    const shown = await showBody(
      { ...service, actor },
      { merchantId, eventId: eventId.data, showsAnswers: showsAnswers(session, merchantId) },
    )
    return orNotFound(shown)
  })

  /** Whether a person may see a body. A local sandbox has no real persons: there a receiver's author sees the bytes that it got. */
  function showsBody({ memberships }: SignedIn, merchantId: string): boolean {
    const persons = extentOf(memberships, 'persons:read', { merchantId })
    return (
      persons === 'all' ||
      persons === 'on_request' ||
      (layout === 'local' && showsAnswers({ memberships }, merchantId))
    )
  }
}

/** Whether a person may see what receivers answered. Where it repeats personal data of its event, it is masked. */
function showsAnswers({ memberships }: Pick<SignedIn, 'memberships'>, merchantId: string): boolean {
  return extentOf(memberships, 'deliveries:read', { merchantId }) === 'all'
}

function merchantOf(call: Call): string | undefined {
  const parsed = MerchantId.safeParse(call.parameter('merchant'))
  return parsed.success ? parsed.data : undefined
}

function orNotFound(data: unknown): Answer {
  return data === undefined ? { refused: 'not_found' } : { data }
}
