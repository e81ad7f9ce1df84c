import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { PageCheckout } from '../../../contract/page.ts'
import { isSettled } from '../../../domain/session-state.ts'
import { firstScreenOf } from './arrival.ts'
import { type CheckoutApi, ScriptGone } from './checkout-api.ts'
import { pollDelayMs } from './poll-delay.ts'
import type { Screen } from './screen-of.ts'
import { useLiveUpdates } from './use-live-updates.ts'

/** Nothing more happens by itself: only a refund, or late money, may still be told. */
const FINAL: readonly Screen[] = ['paid', 'paid-already', 'expired', 'canceled']

/** The session as it is now, from the first answer on: told by a stream of events, and asked for besides. */
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
    firstScreenOf(checkout, { openedPaid, returnedPaymentId: null, leftPaymentId: null })

  const current = queryClient.getQueryData<PageCheckout>(queryKey) ?? initial
  const streaming = useLiveUpdates(isSettled(current) ? null : api.eventsUrl(initial.version), {
    isFinal: FINAL.includes(screenAt(current)),
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
    // What was typed is not thrown away before it is sent.
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
    // A page that comes back from the back-forward cache shows the state of the time when it was left.
    const refresh = (event: PageTransitionEvent) => {
      if (event.persisted) void refetch()
    }
    window.addEventListener('pageshow', refresh)
    return () => window.removeEventListener('pageshow', refresh)
  }, [refetch])

  const refresh = async () => void (await refetch())
  return { checkout: query.data, isUnreachable: query.isError, refresh, keep }
}

/** An answer that was overtaken on its way must not bring an older state back. */
function newerOf(known: unknown, fresh: unknown): unknown {
  const knownVersion = (known as PageCheckout | undefined)?.version ?? 0
  return (fresh as PageCheckout).version < knownVersion ? known : fresh
}
