import type { DeadlineNeed, Need, Needs, PaymentNeed } from '#contract/dashboard/needs.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { firstIdAt } from '#domain/id.ts'
import type { Queryable } from '../../database/engine/database.ts'
import { listFailingWebhooks } from '../../database/events/failing-webhooks.ts'
import { readMerchant } from '../../database/merchants/merchants.ts'
import {
  listKeysThatEnd,
  NEEDS_COUNTED_MAX,
  readDisputesDue,
  readFailedRefunds,
  readHoldsThatEnd,
  readLongOwed,
  readMismatched,
  readReportedAsFraud,
  readReturnedRefunds,
  readTakenBack,
  readUnanswered,
  readUnexplained,
  readUnknownPayments,
  type PaymentsInNeed,
} from '../../database/merchants/needs.ts'
import { readHealth } from '../events/read-health.ts'
import { merchantOf, type Scope } from '../people/scope.ts'

/** How long the worker inquires, and gives money back, before a person is needed. */
const PATIENCE_MS = 20 * 60_000
const DAY_MS = 86_400_000
const KEYS_END_WITHIN_DAYS = 7
const REFUNDS_FAILED_WITHIN_DAYS = 7
const REFUNDS_CAME_BACK_WITHIN_DAYS = 30
/** How long a reversal is told: banks that can be answered want it within some days. */
const TAKEN_BACK_WITHIN_DAYS = 7
/** How long a report of fraud is told: the order has shipped by then, or the dispute has come. */
const REPORTED_WITHIN_DAYS = 30
const HOLD_ENDS_WITHIN_DAYS = 1
const DISPUTE_DUE_WITHIN_DAYS = 7
const DISPUTE_IS_URGENT_WITHIN_DAYS = 2
/** Most merchants that are listed for each kind. */
const MERCHANTS_MAX = 10

/** Where a person may see each kind of need. */
export interface NeedsScopes {
  payments: readonly Scope[]
  /** Whether they see payments with another amount, and owed refunds, of all merchants. */
  decides: boolean
  deliveries: readonly Scope[]
  keys: readonly Scope[]
  /** Methods whose circuit breaker is open; empty for a person who may not see the system. */
  breakersOpen: readonly PaymentMethod[]
}

interface Context {
  database: Queryable
  clock: () => Date
  clockOf: (merchantId: string) => () => Date
}

/** What waits for a person, the most urgent kind first. */
export async function readNeeds(context: Context, scopes: NeedsScopes): Promise<Needs> {
  const [payments, decisions, webhooks, keys] = await Promise.all([
    eachOf(scopes.payments, (scope) => paymentsIn(context, scope)),
    scopes.decides ? decisionsIn(context) : [],
    eachOf(scopes.deliveries, (scope) => webhooksIn(context, scope)),
    eachOf(scopes.keys, (scope) => keysIn(context, scope)),
  ])
  const breakers = scopes.breakersOpen.map((method): Need => ({ kind: 'breaker', method }))
  return {
    needs: [
      ...breakers,
      ...payments,
      ...decisions,
      ...webhooks.slice(0, MERCHANTS_MAX),
      ...keys.slice(0, MERCHANTS_MAX),
    ],
    countedMax: NEEDS_COUNTED_MAX,
    hasMore: webhooks.length > MERCHANTS_MAX || keys.length > MERCHANTS_MAX,
  }
}

async function eachOf(
  scopes: readonly Scope[],
  read: (scope: Scope) => Promise<Need[]>,
): Promise<Need[]> {
  const found: Need[] = []
  // One after the other: the dashboard has few connections.
  for (const scope of scopes) found.push(...(await read(scope)))
  return found
}

async function paymentsIn(context: Context, scope: Scope): Promise<Need[]> {
  const { database, clock } = context
  const merchantId = merchantOf(scope)
  const now = nowIn(context, merchantId).getTime()
  const before = new Date(now - PATIENCE_MS)
  const takenBackFrom = new Date(now - TAKEN_BACK_WITHIN_DAYS * DAY_MS)
  const reportedFrom = new Date(now - REPORTED_WITHIN_DAYS * DAY_MS)
  const cameBackFrom = new Date(now - REFUNDS_CAME_BACK_WITHIN_DAYS * DAY_MS)
  // Ids have the real time, whatever a merchant's clock says.
  const failedFrom = new Date(clock().getTime() - REFUNDS_FAILED_WITHIN_DAYS * DAY_MS)
  // What is sent has the real time, too.
  const sentBefore = new Date(clock().getTime() - PATIENCE_MS)
  const unanswered = { merchantId, sentBefore, dueBefore: before }
  return [
    ...needOf(
      'capture_stuck',
      await readUnanswered(database, { ...unanswered, intent: 'capture' }),
    ),
    ...(await deadlinesIn(context, merchantId)),
    ...needOf('void_failed', await readUnanswered(database, { ...unanswered, intent: 'void' })),
    ...needOf('taken_back', await readTakenBack(database, { merchantId, from: takenBackFrom })),
    ...needOf('unexplained_money', await readUnexplained(database, { merchantId })),
    ...needOf(
      'fraud_reported',
      await readReportedAsFraud(database, { merchantId, from: reportedFrom }),
    ),
    ...needOf('unknown', await readUnknownPayments(database, { merchantId, before })),
    ...needOf(
      'refund_failed',
      await readFailedRefunds(database, { merchantId, fromId: firstIdAt('re', failedFrom) }),
    ),
    ...needOf(
      'refund_reversed',
      await readReturnedRefunds(database, { merchantId, from: cameBackFrom }),
    ),
  ]
}

async function deadlinesIn(context: Context, merchantId: string | null): Promise<DeadlineNeed[]> {
  const { database } = context
  const now = nowIn(context, merchantId)
  const within = (days: number) => new Date(now.getTime() + days * DAY_MS)
  const urgentUntil = within(DISPUTE_IS_URGENT_WITHIN_DAYS)
  const dueUntil = within(DISPUTE_DUE_WITHIN_DAYS)
  const disputes = await readDisputesDue(database, { merchantId, now, until: dueUntil })
  const endUntil = within(HOLD_ENDS_WITHIN_DAYS)
  const holds = await readHoldsThatEnd(database, { merchantId, until: endUntil })
  return [
    ...deadlineOf('dispute_due', disputes, urgentUntil),
    ...deadlineOf('authorization_ends', holds, now),
  ]
}

function deadlineOf(
  kind: DeadlineNeed['kind'],
  found: PaymentsInNeed | undefined,
  urgentUntil: Date,
): DeadlineNeed[] {
  if (found === undefined) return []
  const { since: endsAt, ...of } = found
  return [{ kind, ...of, endsAt: endsAt.toISOString(), isUrgent: endsAt <= urgentUntil }]
}

async function decisionsIn({ database, clock }: Context): Promise<Need[]> {
  const now = clock()
  const before = new Date(now.getTime() - PATIENCE_MS)
  return [
    ...needOf('mismatch', await readMismatched(database)),
    ...needOf('owed', await readLongOwed(database, { before })),
  ]
}

function needOf(kind: PaymentNeed['kind'], found: PaymentsInNeed | undefined): PaymentNeed[] {
  return found === undefined ? [] : [{ kind, ...found, since: found.since.toISOString() }]
}

async function webhooksIn({ database }: Context, scope: Scope): Promise<Need[]> {
  const merchantId = merchantOf(scope)
  if (merchantId !== null) return webhookOf(database, merchantId)
  const { webhooks } = await listFailingWebhooks(database)
  return webhooks.map(({ merchantName, isDisabled, failing, givenUp, failingSince, ...of }) => ({
    kind: isDisabled ? 'webhook_disabled' : 'webhook_failing',
    merchantId: of.merchantId,
    merchantName,
    count: Math.min(failing + givenUp, NEEDS_COUNTED_MAX),
    since: failingSince?.toISOString() ?? null,
  }))
}

async function webhookOf(database: Queryable, merchantId: string): Promise<Need[]> {
  const health = await readHealth({ database }, { merchantId })
  const inVain = health === undefined ? 0 : health.failing + health.givenUp
  const isDisabled = health?.endpoint === 'disabled'
  if (health === undefined || health.endpoint === 'none' || (!isDisabled && inVain === 0)) return []
  const merchant = await readMerchant(database, merchantId)
  if (merchant === undefined) return []
  return [
    {
      kind: isDisabled ? 'webhook_disabled' : 'webhook_failing',
      merchantId,
      merchantName: merchant.name,
      count: Math.min(inVain, NEEDS_COUNTED_MAX),
      since: health.failingSince,
    },
  ]
}

async function keysIn(context: Context, scope: Scope): Promise<Need[]> {
  const merchantId = merchantOf(scope)
  const now = nowIn(context, merchantId)
  const until = new Date(now.getTime() + KEYS_END_WITHIN_DAYS * DAY_MS)
  const found = await listKeysThatEnd(context.database, { merchantId, now, until })
  return found.map(({ endsAt, ...keys }) => ({
    kind: 'keys',
    ...keys,
    endsAt: endsAt.toISOString(),
  }))
}

function nowIn({ clock, clockOf }: Context, merchantId: string | null): Date {
  return merchantId === null ? clock() : clockOf(merchantId)()
}
