import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type {
  DashboardActionAnswer,
  DashboardAction,
  DashboardActionSent,
} from '#contract/dashboard/actions.ts'
import { Refused } from '../calls/call.ts'
import { useDeps } from '../deps.ts'
import { performAction } from './perform-action.ts'

/**
 * A dashboard action of this component. An input keeps its idempotency key until an answer says what became of it, so that a
 * double press, and a press after a lost answer, is one dashboard action. The answer is not cached, since it may be a secret.
 */
export function useAction<Name extends DashboardAction>(
  dashboardAction: Name,
  onDone?: (answer: DashboardActionAnswer<Name>) => void,
) {
  const { call, queryClient } = useDeps()
  /** By input: a person may try another one, and come back to the first. */
  const unanswered = useRef(new Map<string, string>())

  function keyOf(input: DashboardActionSent<Name>): string {
    const sent = JSON.stringify(input)
    const key = unanswered.current.get(sent) ?? crypto.randomUUID()
    unanswered.current.set(sent, key)
    return key
  }

  return useMutation({
    networkMode: 'always',
    gcTime: 0,
    mutationFn: (input: DashboardActionSent<Name>) =>
      performAction(call, { dashboardAction, input, idempotencyKey: keyOf(input) }),
    onError: async (error, input) => {
      if (isFinal(error)) unanswered.current.delete(JSON.stringify(input))
      const isRefused = error instanceof Refused && error.status < 500
      // Somebody else changed the object first: the page shows outdated data.
      if (isRefused && error.status === 409) await queryClient.invalidateQueries()
      // The dashboard action may have been done. The reason is shown at once: without a connection, loading takes long to fail.
      if (!isRefused) void queryClient.invalidateQueries()
    },
    onSuccess: async (answer, input) => {
      unanswered.current.delete(JSON.stringify(input))
      onDone?.(answer)
      // The dashboard action may have changed any loaded data.
      await queryClient.invalidateQueries()
    },
  })
}

const NOT_FINAL = ['action_in_progress', 'idempotency_key_reused']

/**
 * Whether a refusal says what became of the dashboard action, and of an earlier call with its key. Others, such as
 * `rate_limited`, come before the server looks at the key.
 */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Refused)) return false
  return (error.status === 409 || error.status === 422) && !NOT_FINAL.includes(error.code)
}
