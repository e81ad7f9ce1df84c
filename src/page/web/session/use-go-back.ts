import { useCallback } from 'react'
import type { PageCheckout } from '../../../contract/page.ts'
import { useBrowser } from '../browser.ts'
import type { CheckoutApi } from './checkout-api.ts'

/**
 * Going back to the shop cancels a session that nobody is paying. The shopper leaves whatever comes of that: at best for
 * the address of the answer, which tells the shop of the cancellation.
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
