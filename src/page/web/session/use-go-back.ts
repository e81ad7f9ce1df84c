import { useCallback } from 'react'
import type { PageCheckout } from '#contract/page.ts'
import { useBrowser } from '../browser.ts'
import type { CheckoutApi } from './checkout-api.ts'

/**
 * Returns to the merchant, and cancels the session unless a payment is live. The shopper leaves even when canceling
 * fails. After a cancellation, the shopper goes to the URL in the response, which informs the merchant of it.
 */
export function useGoBack(api: CheckoutApi, checkout: PageCheckout): () => void {
  const { leaveFor } = useBrowser()
  return useCallback(() => {
    const { cancelUrl } = checkout
    if (cancelUrl === null) return
    const canceling = isIdle(checkout) ? api.cancel() : Promise.resolve(checkout)
    canceling.then(
      (canceled) => leaveFor(canceled.cancelUrl ?? cancelUrl),
      () => leaveFor(cancelUrl),
    )
  }, [api, checkout, leaveFor])
}

function isIdle({ status, payment }: PageCheckout): boolean {
  return status === 'open' && (payment === null || payment.status === 'failed')
}
