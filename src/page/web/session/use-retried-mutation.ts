import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { PageCheckout } from '#contract/page.ts'
import {
  AnswerMissing,
  isTemporarilyRefused,
  isOutcomeUnknown,
  ScriptGone,
} from './checkout-api.ts'

const TRIES_MAX = 20
const RETRY_DELAY_MAX_MS = 8_000

/** An idempotent mutation, retried with backoff until there is a response. */
export function useRetriedMutation<Variables>(
  call: (variables: Variables) => Promise<PageCheckout>,
  on: { success: (checkout: PageCheckout) => void; failure: (error: Error) => Promise<unknown> },
) {
  const hasLostAnswer = useRef(false)
  return useMutation({
    mutationFn: (variables: Variables) =>
      call(variables).catch((error: unknown) => {
        // A temporary refusal says nothing about the earlier request whose response was lost.
        if (hasLostAnswer.current && isTemporarilyRefused(error))
          throw new AnswerMissing('temporarily refused', { cause: error })
        hasLostAnswer.current = isOutcomeUnknown(error)
        throw error
      }),
    // Sends even when the browser reports being offline; retries as soon as it is online.
    networkMode: 'offlineFirst',
    retry: (failures, error) => failures < TRIES_MAX && isOutcomeUnknown(error),
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, RETRY_DELAY_MAX_MS),
    throwOnError: isUnread,
    onMutate: () => {
      hasLostAnswer.current = false
    },
    onSuccess: on.success,
    onError: (error) => (isUnread(error) ? undefined : on.failure(error)),
  })
}

/** Whether there was a response, but its parser failed to load. */
function isUnread(error: Error): boolean {
  return error instanceof ScriptGone
}
