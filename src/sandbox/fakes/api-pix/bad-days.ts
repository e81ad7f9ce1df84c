import {
  createBadDaysOf,
  namesOfBadDays,
  type BadDaysOf,
  type DayOf,
  type Script,
} from '../shared/bad-days.ts'

/** What may happen to a call of the API. */
const OF_CALLS = {
  late: 'it is answered after seconds',
  'lost before': 'the connection ends, and nothing was done',
  'lost after': 'it is done, and the connection ends before the answer',
  'internal error': '500, and nothing was done',
  'internal error after': '500, and it is done',
  unavailable: '503, and nothing was done',
  'timed out after': '504, and it is done',
  'too many': '429 with Retry-After, and nothing was done',
  hanging: 'it is done, and never answered',
  'gateway page': 'a page of HTML with 502, and nothing was done',
  malformed: 'it is done, and the JSON of the answer is cut off',
  'unknown fields': 'the answer has fields that no document names',
  'unknown status': 'the answer has a status that no document names',
  'old token': '401 for a token that is not old',
} as const

const OF_TOKENS = {
  outage: 'the token endpoint answers 503',
  'token lost': 'the connection ends before the token',
  short: 'the token is good for five seconds',
} as const

const OF_PAYMENTS = {
  twice: 'the payer pays the same code twice, at two banks',
  unseen: 'look-ups and lists do not have the Pix for half a minute, its webhook has',
  'MED in full': 'hours later the network takes everything back',
  'MED in part': 'hours later the network takes a part back',
} as const

const OF_REFUNDS = {
  refused: 'the refund ends as NAO_REALIZADO',
  'pending for days': 'the refund stays EM_PROCESSAMENTO for three days',
  'at once': 'the answer says DEVOLVIDO',
  overtaken: "the webhook of the refund's end arrives before the answer to the request",
} as const

const OF_WEBHOOKS = {
  late: 'it is sent hours later',
  twice: 'it is sent twice',
  reordered: 'it is sent after later ones',
  never: 'it is never sent',
  'with unknown fields': 'it has fields and values that no document names',
  'cut off': 'its JSON is cut off, at each attempt',
  'as the example':
    'a refund stands where a list of refunds belongs, as in an example of the document',
} as const

export const BAD_DAYS = {
  call: OF_CALLS,
  token: OF_TOKENS,
  payment: OF_PAYMENTS,
  refund: OF_REFUNDS,
  webhook: OF_WEBHOOKS,
} as const

export type BadDayKind = keyof typeof BAD_DAYS
export type BadDay<Kind extends BadDayKind> = DayOf<typeof BAD_DAYS, Kind>

export type BadDays = BadDaysOf<typeof BAD_DAYS>

/** Creates bad days. Without a script only what was planned goes wrong. */
export function createBadDays(script?: Script): BadDays {
  return createBadDaysOf(BAD_DAYS, script)
}

/** Every bad day by its full name, or those whose names contain a text. */
export function badDaysNamed(only = ''): string[] {
  return namesOfBadDays(BAD_DAYS, only)
}
