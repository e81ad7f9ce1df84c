import type { Check } from './check.ts'

type Forged = Pick<Check, 'weight' | 'title' | 'sent' | 'mend'> & { why?: string }

const WHY = 'Whoever finds the address of your callback could tell your shop that an order is paid.'
const VERIFY = 'Verify every notification before anything else, and answer 400 when that fails.'

const FORGED = {
  unsigned: {
    weight: 10,
    title: 'Refuses what is not signed',
    sent: 'a real body without any of the webhook headers',
    mend: VERIFY,
  },
  'no-signature': {
    weight: 3,
    title: 'Refuses what lacks its signature',
    sent: 'webhook-id and webhook-timestamp, and no webhook-signature',
    mend: 'A missing header is a failed verification: answer 400.',
  },
  'other-secret': {
    weight: 12,
    title: 'Refuses the signature of another secret',
    sent: 'a real body, well signed with a secret that is not yours',
    mend: 'Compute HMAC-SHA-256 of id.timestamp.body with the bytes of your own secret, and compare it.',
  },
  'other-body': {
    weight: 6,
    title: 'Refuses the signature of another notification',
    sent: 'the headers of one notification over the body of another',
    mend: 'The signature must cover the body: compute it over id.timestamp.body.',
  },
  'one-byte': {
    weight: 5,
    title: 'Refuses a body of which one byte was changed',
    sent: 'a real notification with one digit of its body changed',
    mend: 'The signature must cover the whole body, byte for byte.',
  },
  reserialised: {
    weight: 4,
    title: 'Verifies the bytes that came',
    sent: 'a signed ping whose body was then parsed and written again with spaces',
    why: 'A receiver that accepts this verifies what it wrote itself and not what came. It will fail on the first body that its own serialiser writes differently.',
    mend: 'Take the raw body before any JSON parser sees it, and verify that.',
  },
  'other-id': {
    weight: 4,
    title: 'Refuses another webhook-id',
    sent: 'a real notification under the id of another event',
    why: 'Under ever new ids an old notification would be handled again and again.',
    mend: 'The signature must cover the id: compute it over id.timestamp.body.',
  },
  'other-timestamp': {
    weight: 4,
    title: 'Refuses another webhook-timestamp',
    sent: 'a real notification with a newer time in its header',
    why: 'With ever newer times an old notification would stay fresh for ever.',
    mend: 'The signature must cover the time: compute it over id.timestamp.body.',
  },
  'odd-signature': {
    weight: 2,
    title: 'Refuses a signature of another length or version',
    sent: 'signatures that are empty, too short, of another version, or no Base64',
    why: 'Comparisons in constant time often throw when the lengths differ, and a signature of no bytes must match nothing.',
    mend: 'Compare lengths first, accept v1 only, and treat what cannot be read as a failed verification: 400.',
  },
  'odd-timestamp': {
    weight: 2,
    title: 'Refuses a time that is none',
    sent: 'a webhook-timestamp that is a word',
    why: 'A header that cannot be read must not make the server fail, and a comparison with what is no number lets everything pass.',
    mend: 'Accept digits only, and answer 400 otherwise.',
  },
  'not-json': {
    weight: 2,
    title: 'Refuses an unsigned body that is no JSON',
    sent: 'a few bytes that are no JSON, unsigned',
    why: 'Whoever parses before verifying gives strangers a way to make the server fail.',
    mend: 'Verify first and parse afterwards.',
  },
} satisfies Record<string, Forged>

const REPLAY =
  'Somebody who once recorded a genuine notification could send it again whenever they like.'

const STALE = {
  'ten-minutes-old': {
    weight: 5,
    title: 'Refuses a signature that is ten minutes old',
    sent: 'a well signed notification whose webhook-timestamp is ten minutes ago',
    why: REPLAY,
    mend: 'Refuse when webhook-timestamp is more than five minutes from now. Every try of the checkout is signed anew.',
  },
  'one-day-old': {
    weight: 4,
    title: 'Refuses a signature that is a day old',
    sent: 'a well signed notification whose webhook-timestamp is a day ago',
    why: REPLAY,
    mend: 'Refuse when webhook-timestamp is more than five minutes from now. Every try of the checkout is signed anew.',
  },
  'from-the-future': {
    weight: 3,
    title: 'Refuses a signature from the future',
    sent: 'a well signed notification whose webhook-timestamp is in ten minutes',
    why: 'Its time is wrong, and it would stay fresh for longer than any other.',
    mend: 'Compare the distance in both directions: more than five minutes before or after now is refused.',
  },
} satisfies Record<string, Forged>

export const FORGED_CHECKS = { ...asChecks(FORGED, 'forged'), ...asChecks(STALE, 'stale') }

function asChecks<Id extends string>(
  table: Record<Id, Forged>,
  group: 'forged' | 'stale',
): Record<Id, Check> {
  const checks = Object.entries<Forged>(table).map(([id, check]): [string, Check] => [
    id,
    { why: WHY, ...check, group, expects: 'refused', must: true, expected: '4xx' },
  ])
  return Object.fromEntries(checks) as Record<Id, Check>
}
