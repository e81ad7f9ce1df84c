import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { PageCheckout } from '#contract/page.ts'
import { isSettled } from '#domain/session-state.ts'
import { firstScreenOf } from './arrival.ts'
import { type CheckoutApi, ScriptGone } from './checkout-api.ts'
import { pollDelayMs } from './poll-delay.ts'
import { isFinal } from './screen-of.ts'
import { useLiveUpdates } from './use-live-updates.ts'

/** The current session, updated by server-sent events and polling. */
export function useSessionQuery(
  api: CheckoutApi,
  reference: string,
  initial: PageCheckout,
  openedPaid: boolean,
) {
  const queryKey = ['checkout', reference]
  const queryClient = useQueryClient()
  const keep = (checkout: PageCheckout) => queryClient.setQueryData(queryKey, checkout)
  const screenAt = (checkout: PageCheckout) =>
    firstScreenOf(checkout, {
      openedPaid,
      challengedPaymentId: undefined,
      returnedPaymentId: null,
      paymentIdToReplace: null,
    })

  const current = queryClient.getQueryData<PageCheckout>(queryKey) ?? initial
  const streaming = useLiveUpdates(isSettled(current) ? null : api.eventsUrl(initial.version), {
    isFinal: isFinal(screenAt(current)),
    onCheckout: keep,
    onUnreadable: () => void queryClient.invalidateQueries({ queryKey }),
  })
  const lastChange = useRef({ version: initial.version, updates: 0 })

  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.read(signal),
    initialData: initial,
    structuralSharing: newerOf,
    networkMode: 'always',
    retry: false,
    // The form stays mounted, so that its input is not lost.
    throwOnError: (error, { state }) =>
      error instanceof ScriptGone && screenAt(state.data ?? initial) !== 'open',
    refetchOnMount: false,
    refetchOnReconnect: true,
    refetchInterval: ({ state }) => {
      const checkout = state.data ?? initial
      const updates = state.dataUpdateCount + state.errorUpdateCount
      if (checkout.version !== lastChange.current.version) {
        lastChange.current = { version: checkout.version, updates }
      }
      const polls = updates - lastChange.current.updates
      return pollDelayMs(screenAt(checkout), checkout, { streaming, polls })
    },
  })

  const { refetch } = query
  useEffect(() => {
    // A page restored from the back-forward cache has outdated state.
    const refresh = (event: PageTransitionEvent) => {
      if (event.persisted) void refetch()
    }
    window.addEventListener('pageshow', refresh)
    return () => window.removeEventListener('pageshow', refresh)
  }, [refetch])

  const refresh = async () => void (await refetch())
  return { checkout: query.data, isUnreachable: query.isError, refresh, keep }
}

/** Optimistic versioning: responses out of order must not restore an older state. */
function newerOf(known: unknown, fresh: unknown): unknown {
  const knownVersion = (known as PageCheckout | undefined)?.version ?? 0
  return (fresh as PageCheckout).version < knownVersion ? known : fresh
}
