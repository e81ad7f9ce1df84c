import { useEffect, useMemo, useState } from 'react'
import type { CreatePaymentInput } from '../../../contract/checkout.ts'
import type { PageCheckout } from '../../../contract/page.ts'
import { useBrowser } from '../browser.ts'
import { createCheckoutApi, mayHaveHappened, tellsOfAnother } from './checkout-api.ts'
import { screenOf } from './screen-of.ts'
import { useAnsweredMutation } from './use-answered-mutation.ts'
import { useArrival } from './use-arrival.ts'
import { useGoBack } from './use-go-back.ts'
import { useSessionQuery } from './use-session-query.ts'

/** One press of the button: the same body under the same key, until it is answered. */
interface Press {
  payment: CreatePaymentInput
  idempotencyKey: string
}

/** The session as it is now, which screen shows it, and what the shopper can do to it. */
export function useCheckout(reference: string, locale: string, initial: PageCheckout) {
  const { fetch, leaveFor } = useBrowser()
  const api = useMemo(() => createCheckoutApi(fetch, reference, locale), [fetch, reference, locale])
  const arrival = useArrival(initial)
  const { openedPaid, returnedPaymentId } = arrival
  const session = useSessionQuery(api, reference, initial, openedPaid)
  const goBack = useGoBack(api, session.checkout)
  const [leftPaymentId, setLeftPaymentId] = useState(arrival.leftPaymentId)
  const [outcome, setOutcome] = useState({ count: 0, refusal: null as Error | null })

  const pay = useAnsweredMutation(
    ({ payment, idempotencyKey }: Press) => api.pay(payment, idempotencyKey),
    {
      success: (checkout) => {
        session.keep(checkout)
        setOutcome(({ count }) => ({ count: count + 1, refusal: null }))
        const action = checkout.payment?.action
        if (action?.type === 'challenge') leaveFor(action.url)
      },
      failure: async (refusal) => {
        // What a refusal means for the shopper stands in the state of the session: look before showing anything.
        await session.refresh()
        setOutcome(({ count }) => ({
          count: count + 1,
          refusal: tellsOfAnother(refusal) ? null : refusal,
        }))
      },
    },
  )

  const confirm = useAnsweredMutation((paymentId: string) => api.completeAction(paymentId), {
    success: session.keep,
    failure: session.refresh,
  })
  const askForResult = confirm.mutate
  useEffect(() => {
    if (returnedPaymentId !== null) askForResult(returnedPaymentId)
  }, [returnedPaymentId, askForResult])

  const isOutcomeElsewhere = mayHaveHappened(pay.error) || tellsOfAnother(pay.error)
  const hasLostAnswer = isOutcomeElsewhere && session.isUnreachable
  const isSentAgain = pay.isPending && pay.failureCount > 0
  const isConfirming = confirm.isPending || (confirm.isIdle && returnedPaymentId !== null)
  const screen = screenOf(session.checkout, {
    openedPaid,
    leftPaymentId,
    isPaying: pay.isPending,
    isAnswerMissing: hasLostAnswer || isSentAgain || isConfirming,
  })

  return {
    checkout: session.checkout,
    isUnreachable: session.isUnreachable,
    refresh: session.refresh,
    screen,
    isPaying: pay.isPending,
    /** Grows whenever a press of the button has come to something. */
    outcomes: outcome.count,
    /** Why the last press did not become an attempt. */
    refusal: outcome.refusal,
    pay: (payment: CreatePaymentInput) =>
      pay.mutate({ payment, idempotencyKey: crypto.randomUUID() }),
    goBack,
    /** Opens the form beside a live attempt, which the next payment replaces. */
    payAnotherWay: () => setLeftPaymentId(session.checkout.payment?.id ?? null),
    returnToPayment: () => setLeftPaymentId(null),
  }
}

export type CheckoutSession = ReturnType<typeof useCheckout>
