import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { PageCheckout } from '../../../contract/page.ts'
import { AnswerMissing, isPutOff, mayHaveHappened, ScriptGone } from './checkout-api.ts'

const TRIES_MAX = 20
const RETRY_DELAY_MAX_MS = 8_000

/** A call that must not be made twice and must not be lost: the same call is sent again until it is answered. */
export function useAnsweredMutation<Variables>(
  call: (variables: Variables) => Promise<PageCheckout>,
  on: { success: (checkout: PageCheckout) => void; failure: (error: Error) => Promise<unknown> },
) {
  const wasLost = useRef(false)
  return useMutation({
    mutationFn: (variables: Variables) =>
      call(variables).catch((error: unknown) => {
        // To be put off says nothing of what the call before, whose answer was lost, has done.
        if (wasLost.current && isPutOff(error)) throw new AnswerMissing('put off', { cause: error })
        wasLost.current = mayHaveHappened(error)
        throw error
      }),
    // Sent whatever the browser believes of its connection, and sent again as soon as it believes in one.
    networkMode: 'offlineFirst',
    retry: (failures, error) => failures < TRIES_MAX && mayHaveHappened(error),
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, RETRY_DELAY_MAX_MS),
    throwOnError: isUnread,
    onMutate: () => {
      wasLost.current = false
    },
    onSuccess: on.success,
    onError: (error) => (isUnread(error) ? undefined : on.failure(error)),
  })
}

/** Answered, and nobody here can tell how: neither a refusal nor lost. */
function isUnread(error: Error): boolean {
  return error instanceof ScriptGone
}
