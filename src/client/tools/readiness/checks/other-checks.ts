import type { Check } from './check.ts'

/** The timeout of a delivery attempt. */
export const ANSWER_TIME_MAX_MS = 10_000
/** A slower answer does work that belongs into a queue. */
export const ANSWER_TIME_GOOD_MS = 2000
export const ANSWER_BYTES_GOOD = 4096

export const OTHER_CHECKS = {
  'in-time': {
    group: 'manners',
    title: 'Answers in time',
    must: true,
    weight: 4,
    sent: 'all of it',
    expected: 'an answer within 10 s, each time, and most within 2 s',
    why: 'The checkout hangs up after 10 s and counts the try as failed; and who is always slow is too late under load.',
    mend: 'Put the work into a queue of your own, and answer as soon as the notification is kept.',
  },
  soon: {
    group: 'manners',
    title: 'Answers soon',
    must: false,
    weight: 2,
    sent: 'all of it',
    expected: 'an answer within 2 s, each time',
    why: 'The page waits for your 2xx before it sends the shopper back to you, and under load slow becomes too late.',
    mend: 'Answer when the notification is kept, and do the work afterwards.',
  },
  small: {
    group: 'manners',
    title: 'Answers briefly',
    must: false,
    weight: 1,
    sent: 'all of it',
    expected: 'at most 4 KiB of body',
    why: 'Nobody reads the body but the person who looks for a fault; the first KiB of it is kept.',
    mend: 'Answer 204 without a body.',
  },
  'nothing-by-forgery': {
    group: 'effect',
    title: 'Gives nothing out for a forgery',
    must: true,
    weight: 10,
    sent: 'forgeries of a session of which nothing genuine had come',
    expected: 'the order is not given out',
    why: 'Whatever the answer was: goods that leave for a forged notification are lost.',
    mend: 'Let nothing happen, also nothing in the background, before the notification is verified.',
  },
  'exactly-once': {
    group: 'effect',
    title: 'Gives each paid order out exactly once',
    must: true,
    weight: 15,
    sent: 'all plays of each session: in order, several times, at once, reordered, late; and one that was not paid',
    expected: 'a session that was paid is given out once, another not at all',
    why: 'It is what all the rest is for.',
    mend: 'Insert the webhook-id under a unique index in the transaction that gives the order out, and decide by `data.session`, not by the order of arrival.',
  },
} as const satisfies Record<string, Check>
