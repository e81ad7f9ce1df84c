/** The checklist, in the report's order. */
export const ITEM_IDS = [
  'paid',
  'declined',
  'expired',
  'refunded',
  'late-pix',
  'duplicate',
  'bad-signature',
  'ping',
  'answers-in-time',
  'callback-address',
  'return-origins',
  'idempotency-key',
] as const
export type ItemId = (typeof ITEM_IDS)[number]

export interface Item {
  title: string
  done: string
  expected: string
}

export const ITEMS: Record<ItemId, Item> = {
  paid: {
    title: 'An order is paid by card',
    done: 'A session was created and paid by card.',
    expected: 'payment.succeeded and session.completed are acknowledged with 2xx.',
  },
  declined: {
    title: 'A card is declined',
    done: 'A session was created and its card declined for insufficient funds; the shopper may try again.',
    expected: 'payment.failed is acknowledged with 2xx, and the session stays open.',
  },
  expired: {
    title: 'A session expires',
    done: 'A session was created, and its time was over before anybody paid.',
    expected: 'session.expired is acknowledged with 2xx.',
  },
  refunded: {
    title: 'A paid order is refunded',
    done: 'The session that was paid by card was refunded in full.',
    expected: 'refund.succeeded is acknowledged with 2xx.',
  },
  'late-pix': {
    title: 'A Pix is paid too late',
    done: 'A Pix was shown, its session expired, and then the money came.',
    expected:
      "payment.late is acknowledged with 2xx, and so is what the merchant's policy brings about: session.completed or refund.succeeded.",
  },
  duplicate: {
    title: 'A notification comes twice',
    done: 'The session.completed of the paid session was sent once more.',
    expected: 'It is acknowledged with 2xx like the first time.',
  },
  'bad-signature': {
    title: 'A forged notification is refused',
    done: 'The session.completed of the paid session was sent without a signature, with the signature of another secret, with one byte changed, and with a signature that is ten minutes old.',
    expected: 'Each of them is refused with 4xx.',
  },
  ping: {
    title: 'A ping is answered',
    done: 'A signed ping was sent to the callback.',
    expected: 'It is acknowledged with 2xx.',
  },
  'answers-in-time': {
    title: 'Answers come in time',
    done: 'All answers of this run were timed.',
    expected: 'Each answer comes within 10 s, at the first try.',
  },
  'callback-address': {
    title: 'The callback is set and safe',
    done: 'The registered callback was read.',
    expected: 'It is enabled, and at https or on the machine of a developer.',
  },
  'return-origins': {
    title: 'Shoppers can be sent back',
    done: "The merchant's registered origins were read.",
    expected: 'At least one origin is registered.',
  },
  'idempotency-key': {
    title: 'Sessions are created with an Idempotency-Key',
    done: "The keys of the last 24 hours were looked through for one of the merchant's own code.",
    expected:
      'The backend sends an Idempotency-Key, so that a repeated call does not open a second page.',
  },
}
