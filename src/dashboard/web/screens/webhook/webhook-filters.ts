import type { ReplayFilter } from '#contract/dashboard/deliveries.ts'
import type { ListWebhookEvents } from '#contract/dashboard/webhook.ts'
import { EVENT_TYPES } from '#contract/event-types.ts'

type State = NonNullable<ListWebhookEvents['state']>

/** Written out here, since the page's scripts import no schemas. */
export const STATES = [
  'failing',
  'exhausted',
  'retrying',
  'pending',
  'succeeded',
  'disabled',
  'unsent',
] as const satisfies readonly State[]
export const ANSWERS = ['5xx', '4xx', '3xx', '2xx', 'none'] as const
/** The parameters of the address that are filters. */
const NAMES = ['state', 'type', 'answer', 'since', 'sessionId'] as const
export type FilterName = (typeof NAMES)[number]

const HOUR_MS = 3_600_000
export const SPANS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS } as const

/** The parameters of the address that the server takes: the filters and the place of the page, but not the zone or others. */
export function eventsSearch(search: URLSearchParams): string {
  const asked = new URLSearchParams()
  for (const name of [...NAMES, 'after']) {
    const value = search.get(name)
    if (value !== null && value !== '') asked.set(name, value)
  }
  return asked.toString()
}

export function isFiltered(search: URLSearchParams): boolean {
  return NAMES.some((name) => search.has(name))
}

const IN_REPLAY: Partial<Record<State, ReplayFilter['state']>> = {
  failing: 'undelivered',
  retrying: 'undelivered',
  exhausted: 'given_up',
  succeeded: 'delivered',
}

/** The filter for a replay of the events that the list shows; undefined when a replay cannot have the list's filter. */
export function replayFilterOf(search: URLSearchParams): ReplayFilter | undefined {
  if (search.has('sessionId')) return undefined
  const asked = search.get('state')
  const known = STATES.find((state) => state === asked)
  const state = asked === null ? 'undelivered' : known && IN_REPLAY[known]
  if (state === undefined) return undefined
  const type = EVENT_TYPES.find((one) => one === search.get('type'))
  const [answer, since] = [search.get('answer'), search.get('since')]
  return {
    state,
    ...(type !== undefined && { type }),
    ...(answer !== null && { answer }),
    ...(since !== null && { since }),
  }
}
