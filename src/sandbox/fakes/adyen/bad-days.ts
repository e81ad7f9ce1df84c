import {
  createBadDaysOf,
  namesOfBadDays,
  type BadDaysOf,
  type DayOf,
  type Script,
} from '../shared/bad-days.ts'

export const BAD_DAYS = {
  call: {
    late: 'it is answered after seconds',
    'lost before': 'the connection ends, and nothing was done',
    'lost after': 'it is done, and the connection ends before the answer',
    '500 before': '500, and nothing was done',
    '500 after': '500, and it is done',
    '503 and 703': 'the store of idempotency keys is away: 503, and nothing was done',
    '704': 'it is done, and 704 is answered',
    '401 empty': '401 without a body, and nothing was done',
    '403 of a gateway': '403 in another form, and nothing was done',
    'HTML 502': 'a page of HTML with 502, and nothing was done',
    'cut JSON': 'it is done, and the JSON of the answer is cut off',
    'unknown result': 'it is done, and the result is one that no document names',
    'unknown fields': 'it is done, and the answer has fields that no document names',
    hanging: 'it is done, and never answered',
  },
  authorisation: {
    'refused, authorised after 7 seconds': 'refused at first',
    'refused, authorised after 2 hours': 'refused at first',
    twice: 'the card is charged twice, under one reference',
    'other amount': 'a little less is authorised',
    partial: 'half is authorised',
    sale: 'the network takes the money at once',
    'webhook first': 'its webhook arrives before the answer',
    'never told': 'its webhook is never sent',
  },
  capture: {
    false: 'it is refused',
    'fails after 3 days': 'CAPTURE_FAILED after success',
    'fails, booked again after 5 days': 'CAPTURE_FAILED, then CAPTURE again',
    'done and never told': 'the money moves, and no webhook says so',
    'never done': 'it is acknowledged, and forgotten',
  },
  void: {
    false: 'it is refused',
    'captured meanwhile': 'the network had taken the money already',
  },
  refund: {
    false: 'it is refused',
    'fails after success': 'REFUND_FAILED',
    'reversed after success': 'REFUNDED_REVERSED',
    'false, sent after all': 'a refusal, then the money goes',
    postponed: 'POSTPONED_REFUND, then the outcome',
    '9 days late': 'the outcome comes after nine days',
  },
  dispute: {
    'whole ladder': 'from the report of fraud to the end of time, won',
    'steps reordered': 'the money comes back before it is taken, by the webhooks',
    'won then lost': 'CHARGEBACK, CHARGEBACK_REVERSED, SECOND_CHARGEBACK',
    'two disputes': 'the money is taken twice',
    'in Brazil': 'without any status',
  },
  webhook: {
    twice: 'it is sent twice',
    reordered: 'it is sent after later ones',
    '2 days late': 'it is sent two days later',
    'among forged ones': 'items without a good signature stand beside it',
    colon: 'its reason and an item of its own hold a colon in a signed field',
    'unknown code': 'an item with an unknown code stands before it',
    'without additionalData': 'an item without signature stands before it',
    'other account': 'an item of another account of the company stands before it',
  },
} as const

export type BadDays = BadDaysOf<typeof BAD_DAYS>
export type BadDayKind = keyof typeof BAD_DAYS
export type BadDay<Kind extends BadDayKind> = DayOf<typeof BAD_DAYS, Kind>

/** Creates bad days. Without a script only what was planned goes wrong. */
export function createBadDays(script?: Script): BadDays {
  return createBadDaysOf(BAD_DAYS, script)
}

/** Every bad day by its full name, or those whose names contain a text. */
export function badDaysNamed(only = ''): string[] {
  return namesOfBadDays(BAD_DAYS, only)
}
