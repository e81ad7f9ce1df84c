import { queryOptions } from '@tanstack/react-query'
import type { ReplayFilter } from '#contract/dashboard/deliveries.ts'
import type {
  FailingWebhooks,
  MatchingAnswer,
  WebhookAnswer,
  WebhookEvent,
  WebhookEvents,
} from '#contract/dashboard/webhook.ts'
import type { Deps } from '../deps.ts'

type Calling = Pick<Deps, 'call'>

const POLL_MS = 5000
/** Shorter while a replay runs, since somebody watches its progress. */
const REPLAY_POLL_MS = 1000

export function failingWebhooksQuery({ call }: Calling) {
  return queryOptions({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => call<FailingWebhooks>('/webhooks', { signal }),
    refetchInterval: POLL_MS,
  })
}

export function webhookQuery({ call }: Calling, merchantId: string) {
  return queryOptions({
    queryKey: ['webhook', merchantId],
    queryFn: ({ signal }) => call<WebhookAnswer>(`/webhooks/${merchantId}`, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.health.replay?.finishedAt === null ? REPLAY_POLL_MS : POLL_MS,
  })
}

/** A page of events; `search` has the filters of the address, and the place of the page. */
export function webhookEventsQuery({ call }: Calling, merchantId: string, search: string) {
  return queryOptions({
    queryKey: ['webhook', merchantId, 'events', search],
    queryFn: ({ signal }) =>
      call<WebhookEvents>(`/webhooks/${merchantId}/events?${search}`, { signal }),
    refetchInterval: POLL_MS,
  })
}

export function webhookEventQuery({ call }: Calling, merchantId: string, eventId: string) {
  return queryOptions({
    queryKey: ['webhook', merchantId, 'event', eventId],
    queryFn: ({ signal }) =>
      call<WebhookEvent>(`/webhooks/${merchantId}/events/${eventId}`, { signal }),
    refetchInterval: POLL_MS,
  })
}

/** The number of events that a replay would send again. It is not cached. */
export function matchingQuery({ call }: Calling, merchantId: string, filter: ReplayFilter) {
  return queryOptions({
    queryKey: ['webhook', merchantId, 'matching', filter],
    queryFn: ({ signal }) =>
      call<MatchingAnswer>(`/webhooks/${merchantId}/matching?${searchOf(filter)}`, { signal }),
    gcTime: 0,
  })
}

function searchOf(filter: ReplayFilter): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filter))
    if (value !== undefined) search.set(name, value)
  return search.toString()
}
