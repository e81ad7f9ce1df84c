import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createNotificationCalls, isSignedOut } from './calls.ts'

/** Interval of polling while the page is visible. */
const POLL_MS = 2500
const VIEWER_POLL_MS = 10_000

export const calls = createNotificationCalls((...request) => fetch(...request))

const live = { retry: false, networkMode: 'always', refetchInterval: POLL_MS } as const

/** The signed-in viewer; `isSignedOut` tells whether its error means that there is none. */
export function useViewer() {
  return useQuery({
    queryKey: ['viewer'],
    queryFn: ({ signal }) => calls.viewer(signal),
    ...live,
    refetchInterval: ({ state }) => (isSignedOut(state.error) ? false : VIEWER_POLL_MS),
  })
}

/** A page of the list, polled for changes. */
export function useEvents(search: URLSearchParams) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: ['events', search.toString()],
    queryFn: ({ signal }) =>
      calls.events(search, signal).catch((error: unknown) => rethrow(queryClient, error)),
    ...live,
    placeholderData: keepPreviousData,
  })
}

/** An event, polled for changes. */
export function useEvent(id: string) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: ['event', id],
    queryFn: ({ signal }) =>
      calls.event(id, signal).catch((error: unknown) => rethrow(queryClient, error)),
    ...live,
  })
}

/** Sends events again. */
export function useReplay() {
  const queryClient = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: ({
      eventIds,
      idempotencyKey,
    }: {
      eventIds: readonly string[]
      idempotencyKey: string
    }) =>
      calls.replay(eventIds, idempotencyKey).catch((error: unknown) => rethrow(queryClient, error)),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['events'] }),
        queryClient.invalidateQueries({ queryKey: ['event'] }),
      ]),
  })
}

/** Refetches the viewer after a 401, so that the whole page shows the end of the session. */
function rethrow(queryClient: ReturnType<typeof useQueryClient>, error: unknown): never {
  if (isSignedOut(error)) void queryClient.invalidateQueries({ queryKey: ['viewer'] })
  throw error
}
