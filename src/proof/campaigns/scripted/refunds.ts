import type { RefundRequest } from '#sandbox/simulator/simulator-messages.ts'
import type { Dice } from '../shared/dice.ts'
import type { Ledger } from './ledger.ts'
import { BROKEN, NOT_FOUND, ok, refusal, type Answer, type Deps } from './deps.ts'
import type { OfRefund, Temper } from './unkindness.ts'

const REFUSED_TIMES = 2
const FAILURES = [1, 2, 3]
const DAYS_MS = [1, 2, 3].map((days) => days * 86_400_000)
const RETURNS_MS = 7_200_000
const UNSEEN_MS = 14_400_000

interface KeptRefund {
  request: RefundRequest
  script: OfRefund | undefined
  status: 'pending' | 'succeeded' | 'failed' | 'reversed'
  firstAt: Date
  lastAt: Date
  returnsAt: Date | undefined
  /** What was left of the payment before the refund. */
  leftMinor: number
  dueAt: Date | undefined
  seenAt: Date
  /** Requests after the first answer. */
  repeats: number
}

export interface Refunds {
  create(request: RefundRequest): Answer
  lookUp(refundId: string): Answer
  runDue(): void
  /** Refunds that will end by themselves. */
  undue(): number
  heldMinor(paymentId: string): number
  rows(): {
    id: string
    paymentId: string
    amountMinor: number
    status: string
    leftMinor: number
    repeats: number
    repeatedAfterMs: number
  }[]
}

export function createRefunds(
  { clock }: Deps,
  {
    dice,
    temper,
    ledger,
    onChange,
  }: {
    dice: Dice
    temper: Temper
    ledger: Ledger
    onChange: (paymentId: string, refundId: string) => void
  },
): Refunds {
  const refunds = new Map<string, KeptRefund>()
  /** One script for all refunds of a payment, with the failures and refusals that it still holds. */
  const scripts = new Map<string, { script: OfRefund | undefined; failures: number }>()
  const refusals = new Map<string, number>()

  function scriptOf(paymentId: string) {
    const known = scripts.get(paymentId)
    if (known !== undefined) return known
    const script = temper.ofRefund()
    const drawn = { script, failures: script === 'refund fails' ? dice.pick(FAILURES) : 0 }
    scripts.set(paymentId, drawn)
    return drawn
  }

  function isRefused(refundId: string): boolean {
    const times = (refusals.get(refundId) ?? 0) + 1
    refusals.set(refundId, times)
    return times <= REFUSED_TIMES
  }

  function heldMinor(paymentId: string): number {
    return [...refunds.values()]
      .filter(({ request, status }) => request.paymentId === paymentId && status === 'pending')
      .reduce((held, { request }) => held + request.amountMinor, 0)
  }

  function leftMinor(paymentId: string): number {
    return ledger.leftMinor(paymentId) - heldMinor(paymentId)
  }

  function succeed(refund: KeptRefund): void {
    const { refundId, paymentId, amountMinor, currency } = refund.request
    const isFirst = refund.status === 'pending'
    refund.status = 'succeeded'
    refund.dueAt = undefined
    const returns =
      refund.script === 'refund comes back' || refund.script === 'refund sent after all'
    if (isFirst && returns) refund.returnsAt = new Date(clock().getTime() + RETURNS_MS)
    ledger.record({ paymentId, refundId, kind: 'refund', amountMinor, currency, at: clock() })
  }

  function comeBack(refund: KeptRefund): void {
    const { refundId, paymentId, amountMinor, currency } = refund.request
    refund.status = 'reversed'
    refund.returnsAt = undefined
    if (refund.script === 'refund sent after all')
      refund.dueAt = new Date(clock().getTime() + RETURNS_MS)
    const entry = { paymentId, refundId, kind: 'refund_reversal', amountMinor, currency }
    ledger.record({ ...entry, at: clock() })
    onChange(paymentId, refundId)
  }

  /** What came back is sent again only while it is there. */
  function sendAfterAll(refund: KeptRefund): void {
    refund.dueAt = undefined
    if (!isPossible(refund.request)) return
    succeed(refund)
    onChange(refund.request.paymentId, refund.request.refundId)
  }

  function isPossible({ paymentId, amountMinor, currency }: RefundRequest): boolean {
    const taken = ledger.entries.find(
      (entry) => entry.paymentId === paymentId && entry.kind === 'capture',
    )
    return taken?.currency === currency && amountMinor <= leftMinor(paymentId)
  }

  function add(request: RefundRequest): KeptRefund {
    const drawn = scriptOf(request.paymentId)
    const { script } = drawn
    const isSlow = script === 'refund slow' || script === 'refund unseen'
    const refund: KeptRefund = {
      request,
      script,
      status: 'pending',
      leftMinor: leftMinor(request.paymentId),
      dueAt: isSlow ? new Date(clock().getTime() + dice.pick(DAYS_MS)) : undefined,
      seenAt: new Date(clock().getTime() + (script === 'refund unseen' ? UNSEEN_MS : 0)),
      repeats: 0,
      firstAt: clock(),
      lastAt: clock(),
      returnsAt: undefined,
    }
    const possible = isPossible(request)
    refunds.set(request.refundId, refund)
    if (!possible) refund.status = 'failed'
    else if (drawn.failures > 0) {
      drawn.failures -= 1
      refund.status = 'failed'
    } else if (!isSlow) succeed(refund)
    return refund
  }

  return {
    create(request) {
      const known = refunds.get(request.refundId)
      if (known !== undefined) {
        known.repeats += 1
        known.lastAt = clock()
        return ok({ status: known.status })
      }
      const { script } = scriptOf(request.paymentId)
      if (script === 'refund refused' && isRefused(request.refundId))
        return refusal('try_again_later', 400)
      const { status } = add(request)
      return script === 'refund broken' ? BROKEN : ok({ status })
    },
    lookUp(refundId) {
      const refund = refunds.get(refundId)
      if (refund === undefined || clock() < refund.seenAt) return NOT_FOUND
      return ok({ status: refund.status })
    },
    runDue() {
      for (const refund of refunds.values())
        if (refund.returnsAt !== undefined && refund.returnsAt <= clock()) comeBack(refund)
        else if (refund.dueAt === undefined || refund.dueAt > clock()) continue
        else if (refund.status === 'reversed') sendAfterAll(refund)
        else succeed(refund)
    },
    undue: () =>
      [...refunds.values()].filter(
        ({ dueAt, returnsAt }) => dueAt !== undefined || returnsAt !== undefined,
      ).length,
    heldMinor,
    rows: () =>
      [...refunds.values()].map(
        ({ request, status, leftMinor: left, repeats, firstAt, lastAt }) => ({
          id: request.refundId,
          paymentId: request.paymentId,
          amountMinor: request.amountMinor,
          status,
          leftMinor: left,
          repeats,
          repeatedAfterMs: lastAt.getTime() - firstAt.getTime(),
        }),
      ),
  }
}
