import { OPERATIONS, type OperationId } from '../operations.ts'

type NounOf<Path> = Path extends `/v1/${infer Noun}/${string}`
  ? Noun
  : Path extends `/v1/${infer Noun}`
    ? Noun
    : never
type Noun = NounOf<(typeof OPERATIONS)[OperationId]['path']>

/** Chapters of the document, by the first segment of their paths. */
const TAGS = {
  sessions: {
    name: 'Sessions',
    description:
      'One order to be paid: create it, send the shopper to its `url`, read what became of it.',
  },
  refunds: { name: 'Refunds', description: 'Money that goes back, wholly or in part.' },
  disputes: {
    name: 'Disputes',
    description: 'Payments that shoppers contest at their banks, with the deadline of an answer.',
  },
  events: {
    name: 'Events',
    description: 'What happened to sessions, with every notification that was sent of it.',
  },
  checkout: {
    name: 'Checkout',
    description:
      'What the payment page does for the shopper, with a key of kind `checkout`. Merchants need none of it.',
  },
  sandbox: {
    name: 'Sandbox',
    description: 'What tests need and reality has not: to decide what happens, and to move time.',
  },
  health: { name: 'Health', description: 'Whether the API runs.' },
} as const satisfies Record<Noun, { name: string; description: string }>

export const NOTIFICATIONS_TAG = {
  name: 'Notifications',
  description:
    "What the API sends to a merchant's callback, signed after Standard Webhooks 1.0. At least once: the same event always bears the same `webhook-id`.",
} as const

export function tagOf(id: OperationId): string {
  return TAGS[nounOf(id)].name
}

/** Chapters of these operations. */
export function tagsOf(ids: readonly OperationId[]) {
  const nouns = new Set(ids.map(nounOf))
  return Object.entries(TAGS).flatMap(([noun, tag]) => (nouns.has(noun as Noun) ? [tag] : []))
}

function nounOf(id: OperationId): Noun {
  return OPERATIONS[id].path.split('/')[2] as Noun
}
