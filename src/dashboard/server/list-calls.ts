import type { z } from 'zod'
import {
  ListedRefundsQuery,
  ListedSessionsQuery,
  type ListedRefund,
  type ListedSession,
  type MerchantZone,
} from '#contract/dashboard/lists.ts'
import { MerchantId } from '#contract/ids.ts'
import type { LookBackPage } from '#contract/list-page.ts'
import { standing } from '#domain/standing.ts'
import { isTimeZone, localTimeOf, rangeOfDays } from '#domain/local-time.ts'
import { listRefunds, type RefundsPage } from '#server/service/refunds/list-refunds.ts'
import { listSessions, type SessionsPage } from '#server/service/sessions/list-sessions.ts'
import { readMerchantZone } from '#server/service/merchants/read-merchant-home.ts'
import type { Calls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { scopeToRead } from './scope-of.ts'
import { sessionFiltersOf } from './session-filters-of.ts'

/** Registers the calls that list sessions and refunds, newest first, of one merchant or of all; and of a merchant's time zone. */
export function addListCalls(
  calls: Calls,
  { context: service }: Pick<DashboardOptions, 'context'>,
): void {
  calls.readOpen('/api/sessions', async (call, session) => {
    const asked = read(ListedSessionsQuery, call.query())
    if (asked === undefined) return { refused: 'invalid_request' }
    const scope = scopeToRead(session, asked.merchant)
    if (scope === undefined) return { refused: 'not_found' }
    const actor = {
      kind: 'user',
      userId: session.userId,
      dashboardAction: 'list sessions',
    } as const
    const page = await listSessions({ ...service, actor }, scope, {
      merchantId: asked.merchant ?? null,
      ...sessionFiltersOf(asked),
      ...asked.range,
      after: asked.after,
      // A list never shows personal data in full, whatever the person's role is.
      showsPersons: false,
    })
    return page === undefined ? { refused: 'not_found' } : { data: answerOf(page, sessionOf) }
  })

  calls.readOpen('/api/refunds', async (call, session) => {
    const asked = read(ListedRefundsQuery, call.query())
    if (asked === undefined) return { refused: 'invalid_request' }
    const scope = scopeToRead(session, asked.merchant)
    if (scope === undefined) return { refused: 'not_found' }
    const page = await listRefunds(service, scope, {
      merchantId: asked.merchant ?? null,
      ...asked.range,
      status: asked.status,
      after: asked.after,
    })
    return page === undefined ? { refused: 'not_found' } : { data: answerOf(page, refundOf) }
  })

  calls.readOpen('/api/merchants/:merchantId/zone', async (call, session) => {
    const asked = MerchantId.safeParse(call.parameter('merchantId'))
    if (!asked.success) return { refused: 'not_found' }
    const merchantId = asked.data
    const scope = scopeToRead(session, merchantId)
    const data: MerchantZone | undefined =
      scope && (await readMerchantZone(service, scope, merchantId))
    return data === undefined ? { refused: 'not_found' } : { data }
  })
}

interface Days {
  from?: string | undefined
  to?: string | undefined
  tz?: string | undefined
}

/** The query, and the range of time that its days cover in their zone; undefined when it is not valid. */
function read<Query extends Days>(schema: z.ZodType<Query>, query: object) {
  const parsed = schema.safeParse(query)
  if (!parsed.success) return undefined
  const { from, to, tz = 'UTC' } = parsed.data
  if (!isTimeZone(tz)) return undefined
  const local = localTimeOf(tz)
  return {
    ...parsed.data,
    range: {
      ...(from !== undefined && { from: rangeOfDays(local, from, from).from }),
      ...(to !== undefined && { until: rangeOfDays(local, to, to).until }),
    },
  }
}

function answerOf<Row, Item>(
  page: LookBackPage<Row, Date>,
  itemOf: (row: Row) => Item,
): LookBackPage<Item> {
  const lookedBackTo = page.lookedBackTo?.toISOString() ?? null
  return { ...page, items: page.items.map(itemOf), lookedBackTo }
}

function sessionOf({
  payment,
  customer,
  ...session
}: SessionsPage['items'][number]): ListedSession {
  const { email, name, phone, taxId } = customer
  return {
    id: session.id,
    merchantId: session.merchantId,
    merchantName: session.merchantName,
    orderReference: session.orderReference,
    status: session.status,
    standing: standing(session, payment),
    createdAt: session.createdAt.toISOString(),
    payment: payment && {
      id: payment.id,
      method: payment.method,
      cardBrand: payment.cardBrand,
      cardLastFour: payment.cardLastFour,
      declineCode: payment.declineCode,
      late: payment.late,
    },
    customer: {
      ...(email !== undefined && { email }),
      ...(name !== undefined && { name }),
      ...(phone !== undefined && { phone }),
      ...(taxId !== undefined && { taxId }),
    },
  }
}

function refundOf(refund: RefundsPage['items'][number]): ListedRefund {
  return {
    id: refund.id,
    sessionId: refund.sessionId,
    merchantId: refund.merchantId,
    merchantName: refund.merchantName,
    orderReference: refund.orderReference,
    status: refund.status,
    amount: refund.amountMinor,
    currency: refund.currency,
    method: refund.method,
    reason: refund.reason,
    createdAt: refund.createdAt.toISOString(),
    updatedAt: refund.updatedAt.toISOString(),
  }
}
