import { useMutation } from '@tanstack/react-query'
import type { PageCheckout } from '../../contract/page.ts'
import { mayHaveHappened } from './checkout-api.ts'

const TRIES_MAX = 20
const RETRY_DELAY_MAX_MS = 8_000

/** A call that must not be made twice and must not be lost: the same call is sent again until it is answered. */
export function useAnsweredMutation<Variables>(
  call: (variables: Variables) => Promise<PageCheckout>,
  on: { success: (checkout: PageCheckout) => void; failure: (error: Error) => Promise<unknown> },
) {
  return useMutation({
    mutationFn: call,
    networkMode: 'always',
    retry: (failures, error) => failures < TRIES_MAX && mayHaveHappened(error),
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, RETRY_DELAY_MAX_MS),
    onSuccess: on.success,
    onError: on.failure,
  })
}
