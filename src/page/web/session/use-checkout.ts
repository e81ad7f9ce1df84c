import { useEffect, useMemo, useState } from 'react'
import type { CreatePaymentInput } from '../../../contract/checkout.ts'
import type { PageCheckout } from '../../../contract/page.ts'
import { useBrowser } from '../browser.ts'
import { createCheckoutApi, isOutcomeUnknown, isForOtherPayment } from './checkout-api.ts'
import { screenOf } from './screen-of.ts'
import { useRetriedMutation } from './use-retried-mutation.ts'
import { useArrival } from './use-arrival.ts'
import { useGoBack } from './use-go-back.ts'
import { useSessionQuery } from './use-session-query.ts'

/** One payment request; retries send the same body and idempotency key. */
interface PaymentSubmit {
  payment: CreatePaymentInput
  idempotencyKey: string
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

  const pay = useRetriedMutation(
    ({ payment, idempotencyKey }: PaymentSubmit) => api.pay(payment, idempotencyKey),
    {
      success: (checkout) => {
        session.keep(checkout)
        setOutcome(({ count }) => ({ count: count + 1, refusal: null }))
        const action = checkout.payment?.action
        if (action?.type === 'challenge') leaveFor(action.url)
      },
      failure: async (refusal) => {
        // The session's state decides what a refusal means, so refresh it first.
        await session.refresh()
        setOutcome(({ count }) => ({
          count: count + 1,
          refusal: isForOtherPayment(refusal) ? null : refusal,
        }))
      },
    },
  )

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
    isUnreachable: session.isUnreachable,
    refresh: session.refresh,
    screen,
    isPaying: pay.isPending,
    /** Increases with every completed submit. */
    outcomes: outcome.count,
    /** Why the last submit created no payment. */
    refusal: outcome.refusal,
    pay: (payment: CreatePaymentInput) =>
      pay.mutate({ payment, idempotencyKey: crypto.randomUUID() }),
    goBack,
    /** Opens the form next to a live payment, which the next payment replaces. */
    payAnotherWay: () => setPaymentIdToReplace(session.checkout.payment?.id ?? null),
    returnToPayment: () => setPaymentIdToReplace(null),
  }
}

export type CheckoutSession = ReturnType<typeof useCheckout>
