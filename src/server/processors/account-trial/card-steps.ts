/** The steps of cards, in their order. They run in the processor's test environment, and move no real money. */
export const CARD_STEPS = {
  'card.plain': {
    holds: 'a card in clear placeholders is authorized and released',
    remedy: 'Compare key, merchant account and permissions: this needs no encryption.',
  },
  'card.sealed': {
    holds: 'a card that is encrypted as the page does it is authorized',
    remedy:
      'Do not go live: no shopper can pay. If card.plain has passed, ask the processor in writing to allow encryption by JWE for the account.',
  },
  'card.unreadable': {
    holds: 'a card that nobody can decrypt is refused',
    remedy: 'Show the project this line: a refusal that it does not know leaves payments unknown.',
  },
  'card.age': {
    holds: 'a card that was encrypted a day ago has a definite answer',
    remedy: 'Show the project this line: a refusal that it does not know leaves payments unknown.',
  },
  'card.declined': {
    holds: 'each decline of the test environment leads to the reason that shoppers and shops read',
    remedy: 'Show the project this line: shoppers would read another reason than the bank had.',
  },
  'pay.repeat': {
    holds: 'the same payment again is the same payment',
    remedy:
      'Do not go live: after a lost answer the checkout repeats itself, and a card could be charged twice.',
  },
  'pay.other_body': {
    holds: 'another amount under the same key is no second payment',
    remedy: 'Do not go live: one payment could be authorized twice.',
  },
  'pay.amount': {
    holds: 'amounts in currencies of other minor units come back as they were sent',
    remedy:
      'Do not take these currencies: a hundred times the price, or a hundredth of it, would be taken.',
  },
  'webhook.arrives': {
    holds: 'the webhook about an authorization arrives, and its signature is verified',
    remedy: '',
  },
  'capture.part': {
    holds: 'a part of a hold is captured',
    remedy: 'Look at the capture settings of the account: it must allow manual captures.',
  },
  'capture.repeat': {
    holds: 'the same capture again takes nothing more',
    remedy:
      'Do not go live: after a lost answer the checkout repeats itself, and money would be taken twice.',
  },
  'capture.told': {
    holds: 'the webhook about the capture arrives',
    remedy:
      'Choose the events of captures for the webhook: a capture that fails is told by it alone.',
  },
  'refund.of_capture': {
    holds: 'a captured amount is refunded in two parts',
    remedy: 'Ask the processor to allow refunds, also of a part.',
  },
  'refund.same': {
    holds: 'the same refund again pays nothing more',
    remedy:
      'Do not go live: after a lost answer the checkout repeats itself, and money would go out twice.',
  },
  'refund.told': {
    holds: 'the webhooks about the refunds arrive',
    remedy: 'Choose the events of refunds for the webhook: their end is told by it alone.',
  },
  'refund.early': {
    holds: 'a refund that is sent right after the capture has a definite end',
    remedy:
      'Choose the events of refunds for the webhook. The checkout itself waits for the capture before it refunds.',
  },
  'void.hold': {
    holds: 'a hold is released',
    remedy: 'Do not go live: a shopper’s money would stay held.',
  },
  'void.unanswered': {
    holds: 'a hold whose answer was lost is released by our own id',
    remedy: 'Do not go live: after a lost answer a shopper’s money would stay held.',
  },
  'void.late': {
    holds: 'a payment that is authorized after it was given up is released',
    remedy:
      'Do not go live: a shopper’s money would stay held for a payment that nobody waits for.',
  },
  'challenge.url': {
    holds: 'a card whose issuer asks leads to an address that shoppers may be sent to',
    remedy:
      'Ask the processor for challenges by redirect. If the host is refused, and is its own: name it in returnHosts.',
  },
  'challenge.return': {
    holds: 'what the browser brings back from a passed challenge authorizes the payment',
    remedy:
      'Do not go live: no shopper whose issuer asks could pay. If nobody has answered, run it again with a longer --wait.',
  },
  'challenge.repeat': {
    holds: 'the same result again is no second payment',
    remedy:
      'Do not go live: after a lost answer the checkout repeats itself, and a card could be charged twice.',
  },
  'challenge.leave': {
    holds:
      'a passed challenge whose result never came is known as authorized, or is not authorized',
    remedy: 'If nobody has answered, run it again with a longer --wait.',
  },
} as const satisfies Record<string, { holds: string; remedy: string }>
