import { useEffect, useMemo, useState } from 'react'
import type { CreatePaymentInput } from '#contract/checkout.ts'
import type { PageCheckout } from '#contract/page.ts'
import { useBrowser } from '../browser.ts'
import {
  type CheckoutApi,
  createCheckoutApi,
  isForOtherPayment,
  isOutcomeUnknown,
  isSealRefused,
} from './checkout-api.ts'
import { screenOf } from './screen-of.ts'
import { useRetriedMutation } from './use-retried-mutation.ts'
import { useArrival } from './use-arrival.ts'
import { useGoBack } from './use-go-back.ts'
import { useSessionQuery } from './use-session-query.ts'

/** One payment request; retries send the same body and idempotency key. */
interface PaymentSubmit {
  payment: CreatePaymentInput
  idempotencyKey: string
  /** The same payment with its card in a new envelope; `null` without a card. */
  sealAgain: () => Promise<CreatePaymentInput | null>
  /** The answer to the same request, sent before hydration; undefined once it is taken. */
  takeAnswer?: (() => Promise<PageCheckout> | undefined) | undefined
}

/** Makes a payment. A request that waited too long, such as without a connection, is sent once more with a new envelope. */
async function payOrSealAgain(
  api: CheckoutApi,
  { payment, idempotencyKey, sealAgain, takeAnswer }: PaymentSubmit,
): Promise<PageCheckout> {
  try {
    return await (takeAnswer?.() ?? api.pay(payment, idempotencyKey))
  } catch (error) {
    const again = isSealRefused(error) ? await sealAgain() : null
    if (again === null) throw error
    return api.pay(again, idempotencyKey)
  }
}

/** The current session, its screen, and the shopper's actions. */
export function useCheckout(reference: string, locale: string, initial: PageCheckout) {
  const { fetch, leaveFor } = useBrowser()
  const api = useMemo(() => createCheckoutApi(fetch, reference, locale), [fetch, reference, locale])
  const arrival = useArrival(initial)
  const { openedPaid, returnedPaymentId } = arrival
  const session = useSessionQuery(api, reference, initial, openedPaid)
  const goBack = useGoBack(api, session.checkout)
  const [paymentIdToReplace, setPaymentIdToReplace] = useState(arrival.paymentIdToReplace)
  const [outcome, setOutcome] = useState({ count: 0, refusal: null as Error | null })

  const pay = useRetriedMutation((submit: PaymentSubmit) => payOrSealAgain(api, submit), {
    success: (checkout) => {
      session.keep(checkout)
      setOutcome(({ count }) => ({ count: count + 1, refusal: null }))
      const action = checkout.payment?.action
      if (action?.type === 'challenge' && !action.frame) leaveFor(action.url)
    },
    failure: async (refusal) => {
      // The session's state decides what a refusal means, so refresh it first.
      await session.refresh()
      setOutcome(({ count }) => ({
        count: count + 1,
        refusal: isForOtherPayment(refusal) ? null : refusal,
      }))
    },
  })

  const confirm = useRetriedMutation((paymentId: string) => api.completeAction(paymentId), {
    success: session.keep,
    failure: session.refresh,
  })
  const askForResult = confirm.mutate
  useEffect(() => {
    if (returnedPaymentId !== null) askForResult(returnedPaymentId)
  }, [returnedPaymentId, askForResult])

  const isOutcomeElsewhere = isOutcomeUnknown(pay.error) || isForOtherPayment(pay.error)
  const hasLostAnswer = isOutcomeElsewhere && session.isUnreachable
  const isSentAgain = pay.isPending && pay.failureCount > 0
  const isConfirming = confirm.isPending || (confirm.isIdle && returnedPaymentId !== null)
  const screen = screenOf(session.checkout, {
    openedPaid,
    paymentIdToReplace,
    isPaying: pay.isPending,
    isAnswerMissing: hasLostAnswer || isSentAgain || isConfirming,
  })

  return {
    checkout: session.checkout,
    /** Requests the result of a challenge. */
    confirm,
    /** The session as this visit's last payment left it. */
    paid: pay.data,
    isUnreachable: session.isUnreachable,
    refresh: session.refresh,
    screen,
    isPaying: pay.isPending,
    challengedPaymentId: arrival.challengedPaymentId,
    /** Increases with every completed submit. */
    outcomes: outcome.count,
    /** Why the last submit created no payment. */
    refusal: outcome.refusal,
    pay: (submit: PaymentSubmit) => pay.mutate(submit),
    /** A submit failed before anything was sent. */
    fail: (error: Error) => setOutcome(({ count }) => ({ count: count + 1, refusal: error })),
    goBack,
    /** Opens the form next to a live payment, which the next payment replaces. */
    payAnotherWay: () => setPaymentIdToReplace(session.checkout.payment?.id ?? null),
    returnToPayment: () => setPaymentIdToReplace(null),
  }
}

export type CheckoutSession = ReturnType<typeof useCheckout>
