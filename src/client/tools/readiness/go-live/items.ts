/** The checklist, in the report's order. */
export const ITEM_IDS = [
  'paid',
  'declined',
  'expired',
  'refunded',
  'late-pix',
  'duplicate',
  'as-it-comes',
  'tomorrow',
  'bad-signature',
  'effect',
  'ping',
  'answers-in-time',
  'callback-address',
  'return-origins',
  'idempotency-key',
  'not-looked-at',
] as const
/** Items that only the operator sees. */
export const OPERATOR_ITEMS: readonly ItemId[] = ['return-origins', 'idempotency-key']
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
  'as-it-comes': {
    title: 'Notifications come as networks bring them',
    done: 'The notifications of further sessions were sent straight to the callback: in order, again at once and later, several times at the same moment, in another order, late.',
    expected: 'Each is acknowledged with 2xx, every time.',
  },
  tomorrow: {
    title: 'Notifications may change by addition',
    done: 'Signed notifications were sent with another format of the JSON, a type and fields that do not exist yet, two signatures, and clocks that differ by half a minute.',
    expected: 'Each is acknowledged with 2xx.',
  },
  'bad-signature': {
    title: 'A forged notification is refused',
    done: 'Forgeries of a paid session were sent before anything genuine of it: without a signature, with that of another secret, another body, id or time, parsed and written again; and signatures of ten minutes and a day ago, and from the future.',
    expected: 'Each of them is refused with 4xx.',
  },
  effect: {
    title: 'Each paid order is given out exactly once',
    done: 'At the address of --state the shop was asked how often it gave each order out: after the forgeries, and after everything.',
    expected:
      'A session that was paid is given out once, another not at all, and none by a forgery.',
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
  'not-looked-at': {
    title: 'What this run does not look at',
    done: 'Nothing.',
    expected: 'A person looks.',
  },
}
