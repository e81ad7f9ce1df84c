import { z } from 'zod'
import type { AuditQuery } from '#contract/dashboard/audit.ts'
import { ListWebhookEvents } from '#contract/dashboard/webhook.ts'
import { DisputeList } from '#contract/dispute.ts'
import { DISPUTE_STATES } from '#contract/dispute-states.ts'
import { DELIVERY_STATES, EventType } from '#contract/event.ts'
import { OPERATIONS } from '#contract/operations.ts'
import { RefundState } from '#contract/refund.ts'
import { SessionPaymentState, SessionState } from '#contract/session.ts'
import type { ServiceContext } from '#server/service/context.ts'
import { readAuditRows } from '#server/database/audit/audit-log.ts'
import { lookBackAtEntries } from '#server/database/audit/look-back-at-log.ts'
import { readBacklog } from '#server/database/installation/backlog.ts'
import { listDeliveries } from '#server/database/events/deliveries.ts'
import { readDeliveryHealth } from '#server/database/events/delivery-health.ts'
import { countMatching } from '#server/database/events/delivery-replays.ts'
import { resumeDeliveries } from '#server/database/events/delivery-queue.ts'
import { lastKeyedRequestAt } from '#server/database/idempotency.ts'
import { listAllDisputes, listDueDisputes } from '#server/database/disputes/all-disputes.ts'
import { listHolds } from '#server/database/payments/holds.ts'
import { listMoneyMoved } from '#server/database/payments/money-moved.ts'
import { listPendingRefunds } from '#server/database/refunds/refunds.ts'
import { addSessionOpenings } from '#server/database/sessions/session-openings.ts'
import { readUnfinishedSessions } from '#server/database/sessions/sessions.ts'
import { listViews } from '#server/service/people/saved-views.ts'
import { openExport } from '#server/service/export/open-export.ts'
import { listRefunds } from '#server/service/refunds/list-refunds.ts'
import { listEvents } from '#server/service/events/list-events.ts'
import { readEvent } from '#server/service/events/read-event.ts'
import { readFailingWebhooks, readWebhook } from '#server/service/events/read-webhook.ts'
import { listSessions } from '#server/service/sessions/list-sessions.ts'
import { find } from '#server/service/find/find.ts'
import { listMerchants } from '#server/service/merchants/list-merchants.ts'
import { readIntegration } from '#server/service/merchants/read-integration.ts'
import { readNeeds } from '#server/service/merchants/read-needs.ts'
import { readMerchantHome } from '#server/service/merchants/read-merchant-home.ts'
import { listPeople } from '#server/service/people/list-people.ts'
import { listEntries, listReads, type LogScope } from '#server/service/audit/list-log.ts'
import { readDatabaseSize } from '#server/database/engine/read-size.ts'
import { listUsers } from '#server/database/people/users.ts'
import { readTimelineRow } from '#server/database/timeline.ts'
import { eraseDuePersonalData } from '#server/service/sessions/erase-personal-data.ts'
import { continueReplays } from '#server/service/events/continue-replays.ts'
import { expireSessions } from '#server/service/sessions/expire-sessions.ts'
import { finishRefunds } from '#server/service/refunds/finish-refunds.ts'
import { finishIntents } from '#server/service/payments/finish-intents.ts'
import { releaseEndedHolds } from '#server/service/payments/release-hold.ts'
import { prune } from '#server/service/installation/prune.ts'
import { resolvePayments } from '#server/service/payments/resolve-payments.ts'
import { sealPersonReads } from '#server/service/audit/seal-person-reads.ts'
import { verifyAuditLog } from '#server/service/audit/verify-audit-log.ts'
import type { Caller } from '../testing/caller.ts'
import { deliverAll } from '../testing/deliver-all.ts'
import { valueOf } from '#server/service/outcome.ts'

/** Rows of the filled database to ask for. */
export interface Known {
  merchantId: string
  /** The ids are from the middle of the merchant's rows. */
  sessionId: string
  eventId: string
  paymentId: string
  /** The processor's reference of that payment. */
  reference: string
  /** The authorization code of its card. */
  authorizationCode: string
  /** When that session was made. */
  at: Date
}

const DAY_MS = 86_400_000
const LIMIT = 50
/** Values for a filter that this tour does not know. The first that the filter's schema accepts is used. */
const CANDIDATES = ['nobody@example.com', '4242', 'nothing', '2026-01-01T00:00:00Z']

type Step = [name: string, work: () => Promise<unknown>]

/** Every list of the API with every filter, alone and with a page's cursor. */
export function listSteps(merchant: Caller, known: Known): Step[] {
  const values: Record<string, readonly string[]> = {
    after: [known.sessionId],
    status: SessionState.options,
    paymentStatus: SessionPaymentState.options,
    orderReference: ['PEDIDO-nothing'],
    createdAfter: [new Date(known.at.getTime() - DAY_MS).toISOString()],
    createdBefore: [known.at.toISOString()],
  }
  const between = `createdAfter=${values['createdAfter']?.[0]}&createdBefore=${known.at.toISOString()}`
  const paths = [
    ...queriesOf(OPERATIONS.listSessions.query, values),
    'status=expired&paymentStatus=paid',
    // All sessions have this.
    'metadata[channel]=web',
    `status=open&after=${known.sessionId}`,
    between,
    `${between}&paymentStatus=refunded`,
  ].map((query) => `/v1/sessions?${query}`)
  const eventValues = {
    after: [known.eventId],
    sessionId: [known.sessionId],
    type: EventType.options,
  }
  const events = [
    ...queriesOf(OPERATIONS.listEvents.query, eventValues),
    `type=refund.failed&after=${known.eventId}`,
  ].map((query) => `/v1/events?${query}`)
  const disputes = [
    '/v1/disputes',
    ...DISPUTE_STATES.map((status) => `/v1/disputes?status=${status}`),
    `/v1/sessions/${known.sessionId}/disputes`,
  ]
  const read = async (path: string) => {
    const answer = await merchant.get(path)
    if (answer.status !== 200) throw new Error(answer.text)
    return answer
  }
  const lists = ['/v1/sessions', '/v1/events', ...paths, ...events, ...disputes]
  return [
    ...lists.map((path): Step => [`GET ${path}`, () => read(path)]),
    [
      'GET /v1/disputes/{id}/evidence',
      async () => {
        const { data } = (await read('/v1/disputes?limit=1')).as(DisputeList)
        for (const { id } of data) await read(`/v1/disputes/${id}/evidence`)
      },
    ],
  ]
}

function queriesOf(
  schema: z.ZodObject,
  values: Readonly<Record<string, readonly string[]>>,
): string[] {
  return Object.entries(schema.shape).flatMap(([key, leaf]) => {
    const chosen =
      values[key] ?? CANDIDATES.filter((text) => z.safeParse(leaf, text).success).slice(0, 1)
    return chosen.map((value) => `${key}=${encodeURIComponent(value)}`)
  })
}

/** What the worker, the metrics and the commands of operators do. */
export function otherSteps(context: ServiceContext, known: Known): Step[] {
  const { database } = context
  const { merchantId } = known
  const due = () => context.time.due()
  const now = context.clock()
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  return [
    ['metrics', () => readBacklog(database, now)],
    ['expire sessions', async () => expireSessions(context, await due())],
    ['resolve payments', async () => resolvePayments(context, await due())],
    ['finish intents', async () => finishIntents(context, await due())],
    ['release holds', async () => releaseEndedHolds(context, await due())],
    ['finish refunds', async () => finishRefunds(context, await due())],
    ['deliveries', () => deliverAll(context)],
    ['replay deliveries', () => continueReplays(context)],
    ['erase personal data', () => eraseDuePersonalData(context)],
    ['prune', () => prune(context)],
    [
      'openings of sessions',
      () => addSessionOpenings(database, [{ sessionId: known.sessionId, openedAt: known.at }]),
    ],
    ['seal person reads', () => sealPersonReads(context)],
    ['verify audit log', () => verifyAuditLog(context)],
    ...findSteps(context, known),
    ...(['payments', 'refunds'] as const).map((list): Step => [
      `export ${list}`,
      async () => {
        for (const of of [merchantId, null])
          await exportFirst(context, { list, merchantId: of, from: ago(15), to: ago(14) })
      },
    ]),
    [
      'sessions of the dashboard',
      () => listSessions(context, { merchantId }, { merchantId, showsPersons: false }),
    ],
    [
      'sessions of the dashboard in a rare state',
      () =>
        listSessions(
          context,
          { merchantId },
          { merchantId, amountFrom: '9999.99', showsPersons: false },
        ),
    ],
    [
      'sessions of all merchants',
      () => listSessions(context, { merchants: 'all' }, { merchantId: null, showsPersons: false }),
    ],
    [
      'sessions of all merchants in a rare state',
      () =>
        listSessions(
          context,
          { merchants: 'all' },
          { merchantId: null, late: true, showsPersons: false },
        ),
    ],
    ...([undefined, ...RefundState.options] as const).flatMap((status) =>
      [null, merchantId].map((merchantId): Step => [
        `refunds ${status ?? 'in any state'} of ${merchantId === null ? 'all' : 'a merchant'}`,
        () =>
          listRefunds(
            context,
            { merchants: 'all' },
            { merchantId, ...(status !== undefined && { status }) },
          ),
      ]),
    ),
    ...DELIVERY_STATES.map((status): Step => [
      `deliveries list --status ${status}`,
      () => listDeliveries(database, { merchantId, status, limit: LIMIT }),
    ]),
    [
      'merchants of the dashboard',
      () => listMerchants(context, [{ merchants: 'all' }], { text: null, after: merchantId }),
    ],
    [
      'merchants of the dashboard by name',
      () => listMerchants(context, [{ merchants: 'all' }], { text: 'Loja', after: null }),
    ],
    ...[null, merchantId].map((at): Step => [
      `saved views, ${at === null ? 'of all merchants' : 'of a merchant'}`,
      () => listViews(context, { userId: 'usr_nobody', list: 'payments', merchantId: at }),
    ]),
    ['a merchant of the dashboard', () => readMerchantHome(context, merchantId)],
    [
      'integration of the dashboard',
      () => readIntegration({ ...context, environment: 'sandbox' }, merchantId),
    ],
    ...needsSteps(context, known),
    ...[null, merchantId].flatMap((of): Step[] => [
      [
        `payments authorized of ${of === null ? 'all' : 'a merchant'}`,
        () => listHolds(database, { merchantId: of, limit: LIMIT }),
      ],
      [
        `disputes list of ${of === null ? 'all' : 'a merchant'}`,
        () => listAllDisputes(database, { merchantId: of, limit: LIMIT }),
      ],
      [
        `disputes list --due of ${of === null ? 'all' : 'a merchant'}`,
        () => listDueDisputes(database, { merchantId: of, limit: LIMIT }),
      ],
    ]),
    ...webhookSteps(context, known),
    ['deliveries health', () => readDeliveryHealth(database, merchantId)],
    [
      'deliveries replay-matching',
      () => countMatching(database, merchantId, { state: 'undelivered' }),
    ],
    ['deliveries list', () => listDeliveries(database, { merchantId, limit: LIMIT })],
    ['explain cs_…', () => readTimelineRow(database, { id: known.sessionId, merchantId })],
    ['explain pay_…', () => readTimelineRow(database, { id: known.paymentId, merchantId: null })],
    ...auditSteps(context, known),
    ['audit list', () => lookBackAtEntries(database, { limit: LIMIT, scan: LIMIT + 1 })],
    [
      'audit list --merchant',
      () => lookBackAtEntries(database, { merchantId, limit: LIMIT, scan: LIMIT + 1 }),
    ],
    [
      'audit list --since',
      () => lookBackAtEntries(database, { from: ago(1), limit: LIMIT, scan: LIMIT + 1 }),
    ],
    ['users list', () => listUsers(database, LIMIT)],
    ...[null, merchantId].map((at): Step => [
      `people of the dashboard, ${at === null ? 'of the operator' : 'of a merchant'}`,
      () => listPeople(context, { merchantId: at, after: null, userId: '', namesOperators: true }),
    ]),
    ['audit verify', () => readAuditRows(database, 100, LIMIT)],
    ['last request', () => lastKeyedRequestAt(database, { ...LAST_REQUEST, merchantId })],
    ['backup drill', () => readUnfinishedSessions(database, { after: null, limit: LIMIT })],
    ['pending refunds', () => listPendingRefunds(database, known.paymentId)],
    ['reconcile', () => listMoneyMoved(database, { ...MOVED, since: ago(17.4), until: ago(17) })],
    [
      'callback set',
      () => resumeDeliveries(database, { merchantId, url: 'https://store.example/new', now }),
    ],
  ]
}

/** Steps that read what needs attention from the operator's people, and from a merchant's. */
function needsSteps({ database, clock, time }: ServiceContext, { merchantId }: Known): Step[] {
  const context = { database, clock, clockOf: (id: string) => time.clockOf(id) }
  return [{ merchants: 'all' } as const, { merchantId }].map((scope): Step => [
    `needs in ${JSON.stringify(scope)}`,
    () =>
      readNeeds(context, {
        payments: [scope],
        decides: 'merchants' in scope,
        deliveries: [scope],
        keys: [scope],
        breakersOpen: [],
      }),
  ])
}

/** What the dashboard's screens of audit and system read. */
function auditSteps(context: ServiceContext, { merchantId, sessionId, at }: Known): Step[] {
  const all = { merchantId: null, ownOf: null, seesOperator: true }
  const scopes: [name: string, scope: LogScope, query: AuditQuery][] = [
    ['all', all, {}],
    ['a merchant', { ...all, merchantId, seesOperator: false }, {}],
    ['a person', { ...all, ownOf: 'usr_nobody' }, {}],
    ['an object', all, { subject: sessionId }],
    ['an action', all, { action: 'api_key.issued' }],
    ['a time', all, { until: at.toISOString(), actor: 'usr_nobody' }],
  ]
  return [
    ...scopes.flatMap(([name, scope, query]): Step[] => [
      [`audit entries of ${name}`, () => listEntries(context, scope, query)],
      [`reads of ${name}`, () => listReads(context, scope, query)],
    ]),
    ['size of the database', () => readDatabaseSize(context.database)],
  ]
}

/** Steps for the dashboard's webhooks. The list is read with each filter, both from the start and after the known event. */
function webhookSteps(context: ServiceContext, { merchantId, sessionId, eventId }: Known): Step[] {
  const filters: ListWebhookEvents[] = [
    {},
    { type: 'refund.failed' },
    { sessionId },
    { since: '2026-01-01T00:00:00.000Z' },
    ...ListWebhookEvents.shape.state
      .unwrap()
      .options.flatMap((state) => (state === 'unsent' ? [] : [{ state }])),
  ]
  const rare: ListWebhookEvents[] = [
    { answer: '5xx' },
    { type: 'session.completed', answer: 'none' },
    { state: 'unsent' },
  ]
  return [
    ['failing webhooks', () => readFailingWebhooks(context)],
    [
      'webhook',
      () =>
        readWebhook(
          { database: context.database, service: context },
          { merchantId, showsAnswers: true },
        ),
    ],
    ['event of a webhook', () => readEvent(context, { merchantId, eventId, showsAnswers: true })],
    ...[undefined, eventId].flatMap((after) =>
      filters.map((filter): Step => [
        `events of a webhook ${JSON.stringify({ ...filter, after })}`,
        () => listEvents(context, { merchantId, ...filter, ...(after && { after }) }),
      ]),
    ),
    ...rare.map((filter): Step => [
      'events of a webhook by what is rare',
      () => listEvents(context, { merchantId, ...filter }),
    ]),
  ]
}

/** The first page of an export, with its entry in the audit log before it. */
async function exportFirst(
  context: ServiceContext,
  {
    list,
    merchantId,
    from,
    to,
  }: { list: 'payments' | 'refunds'; merchantId: string | null; from: Date; to: Date },
): Promise<void> {
  const days = { from: from.toISOString().slice(0, 10), to: to.toISOString().slice(0, 10) }
  const input = { list, merchantId, ...days, timeZone: 'UTC', format: 'csv' } as const
  const opened = valueOf(await openExport(context, { merchants: 'all' }, input))
  await opened.chunks.next()
}

/** Searches for a text of every kind, in one merchant and in all. Nearly all payments have this tax id, card, amount and authorization code. */
function findSteps(context: ServiceContext, known: Known) {
  const { merchantId, sessionId, eventId, paymentId, reference, authorizationCode } = known
  const texts = [
    sessionId,
    paymentId,
    eventId,
    REFUND,
    DELIVERY,
    merchantId,
    'nobody@example.com',
    '111.444.777-35',
    '+5511998765432',
    '4242 257,40',
    'R$ 257,40',
    // In yen, of which no payment is.
    '4242 25740',
    'R$ 25740',
    '#PEDIDO-nothing',
    'Loja',
    reference,
    authorizationCode,
    'A'.repeat(33),
    'E18236120202611211407s1f2g3h4i5J',
    '00190000090312345678901234567893812340000025990',
  ]
  return [{ merchants: 'all' } as const, { merchantId }].flatMap((scope) =>
    texts.map((text): Step => [
      `find ${text} in ${JSON.stringify(scope)}`,
      () => find(context, scope, { text, showsPersons: false }),
    ]),
  )
}

const REFUND = 're_0Tq4n1bJ5Wc8yGt6hKp2Qz'
const DELIVERY = 'dlv_0Tq4n1bJ5Wc8yGt6hKp2Qz'
const LAST_REQUEST = { route: 'POST /v1/sessions', exceptPrefix: 'monitor-' }
const MOVED = { processor: 'simulated', after: { id: '', kind: '' }, limit: 1000 }
