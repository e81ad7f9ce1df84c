import { inquire, type Made, newPayment, paid, readSent, driven, type Bench } from '../bench.ts'
import type { Check } from '../check.ts'
import { must, show, skip } from '../must.ts'
import { mustBeSameInAnyOrder, paymentsOf, read, sentBy } from '../any-order.ts'
import { attempt } from '../each-request.ts'
import { NotificationsSchema } from '../port-schemas.ts'
import { addFields } from '../strange-json.ts'

const GARBAGE = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '{}',
  '[null]',
  '{"',
  '{"id":null,"paymentId":{}}',
  '{"type":"OF_TOMORROW","data":{"id":[]}}',
  '{"__proto__":{"paymentId":"x"}}',
  '<xml/>',
  '\u0000\uFFFF',
  `${'['.repeat(2000)}${']'.repeat(2000)}`,
]

/** Checks of what comes in from the processor, or from somebody who pretends to be it. */
export const NOTIFICATIONS: readonly Check[] = [
  {
    id: 'notification.garbage',
    holds: 'A text that nobody signed is not authentic, whatever it is, and never throws.',
    matters: 'Anybody can send it.',
    remedy: 'Answer `undefined` when the signature, or the certificate, is missing or wrong.',
    async run({ processor }) {
      for (const rawBody of GARBAGE)
        for (const path of ['', '/pix', '/unknown']) {
          const arrival = { path, isCertified: false }
          const ended = await attempt(() =>
            processor.readNotification(rawBody, new Headers(), arrival),
          )
          must(
            'answer' in ended,
            `${show(rawBody)} threw ${show('error' in ended ? ended.error : '')}`,
          )
          must(
            [ended.answer ?? []].flat().length === 0,
            `${show(rawBody)} was read as ${show(ended.answer)}`,
          )
        }
    },
  },
  {
    id: 'notification.unknown',
    holds: 'An authentic notification of an unknown form is acknowledged, and names no payment.',
    matters: 'Processors add events, and queue behind one that is refused.',
    remedy: 'Answer an empty list where the signature is right and the content is not known.',
    async run({ processor, driver }) {
      if (driver.sign === undefined) skip('needs the driver’s `sign`')
      for (const rawBody of GARBAGE) {
        const sent = await driver.sign(rawBody)
        const ended = await attempt(() => read(processor, sent))
        must(
          'answer' in ended,
          `${show(rawBody)} threw ${show('error' in ended ? ended.error : '')}`,
        )
        must(ended.answer !== undefined, `${show(rawBody)} was answered as not authentic`)
        must(
          [ended.answer].flat().length === 0,
          `${show(rawBody)} was read as ${show(ended.answer)}`,
        )
      }
    },
  },
  {
    id: 'notification.ours',
    holds: 'A paid payment is notified: the module names it, and gives the same event the same id.',
    matters:
      'Without it the page waits for the next inquiry; with a new id each time, an event counts anew.',
    remedy: 'Answer `paymentId` and an id that is the event’s own, or a digest of its content.',
    async run(bench) {
      const { payment } = await paidAndSent(bench)
      const first = await readSent(bench)
      must(
        first.some(({ paymentId }) => paymentId === payment.paymentId),
        'no notification names it',
      )
      const second = await readSent(await bench.again())
      must(
        show(idsOf(first)) === show(idsOf(second)),
        `first ${show(idsOf(first))}, then ${show(idsOf(second))}`,
      )
    },
  },
  {
    id: 'notification.form',
    holds: 'What the module reads has the port’s form.',
    matters: 'It is stored as it is.',
    remedy: 'Answer `notificationId`, `paymentId`, and flat `facts` for a processor that `isTold`.',
    async run(bench) {
      await paidAndSent(bench)
      for (const sent of await sentBy(bench)) {
        const answer = await read(bench.processor, sent)
        const { success } = NotificationsSchema.safeParse(answer)
        must(success && answer !== undefined, `it answered ${show(answer)}`)
      }
    },
  },
  {
    id: 'notification.forged',
    holds: 'A notification without its headers, or with another body, is not believed.',
    matters: 'Who can make one up gets goods for nothing.',
    remedy: 'Verify the signature over the raw body before anything is read.',
    async run(bench) {
      const { payment } = await paidAndSent(bench)
      for (const { rawBody, headers, arrival } of await sentBy(bench)) {
        if (headers === undefined && arrival === undefined) continue
        const bare = await read(bench.processor, { rawBody })
        must(
          [bare ?? []].flat().length === 0,
          `without headers and certificate it was read as ${show(bare)}`,
        )
      }
      // With a certificate the body is only a hint to ask, and may be changed; with neither it has its own signature.
      for (const sent of await sentBy(bench)) {
        if (sent.arrival !== undefined && Object.keys(sent.headers ?? {}).length === 0) continue
        const rawBody = sent.rawBody.replaceAll(payment.paymentId, 'pay_0000000000000000000000')
        if (rawBody === sent.rawBody) continue
        const forged = await read(bench.processor, { ...sent, rawBody })
        must([forged ?? []].flat().length === 0, `with another body it was read as ${show(forged)}`)
      }
    },
  },
  {
    id: 'notification.cheap',
    holds: 'A module that `verifiesCheaply` sends no request to verify a notification.',
    matters: 'Forged ones are verified at any rate: each would have the processor asked.',
    remedy: 'Verify by what the account has, or leave `verifiesCheaply` out.',
    async run(bench) {
      if (bench.processor.verifiesCheaply !== true) skip('the module has no `verifiesCheaply`')
      await paidAndSent(bench)
      const sent = await sentBy(bench)
      bench.network.begin()
      for (const notification of sent) {
        await read(bench.processor, notification)
        await read(bench.processor, { ...notification, rawBody: `${notification.rawBody} ` })
      }
      must(bench.network.count() === 0, `it sent ${bench.network.sent().join(', ')}`)
    },
  },
  {
    id: 'notification.unknown_fields',
    holds: 'New fields in a known notification change nothing.',
    matters: 'Processors add fields without a notice.',
    remedy: 'Read what is needed, and ignore the rest.',
    async run(bench) {
      const { driver, processor } = bench
      if (driver.sign === undefined) skip('needs the driver’s `sign`')
      await paidAndSent(bench)
      for (const sent of await sentBy(bench)) {
        const before = paymentsOf(await read(processor, await driver.sign(sent.rawBody)))
        const after = paymentsOf(await read(processor, await driver.sign(addFields(sent.rawBody))))
        must(
          show(before) === show(after),
          `it named ${show(before)}, and with new fields ${show(after)}`,
        )
      }
    },
  },
  {
    id: 'notification.any_order',
    holds: 'Notifications in any order, and twice, lead to the same outcome.',
    matters: 'Networks reorder and repeat: an old event must not undo a new one.',
    remedy:
      'Fold facts as a set: money counts, totals grow, and final states win, whatever came last.',
    async run(bench) {
      const made = await paidAndSent(bench)
      if (bench.driver.reverse !== undefined) {
        await bench.driver.reverse(driven(made), 990)
        await bench.driver.reverse(driven(made), 1_000)
      }
      await mustBeSameInAnyOrder(bench, made, inquire)
    },
  },
  {
    id: 'notification.told',
    holds: 'A module that `isTold` says `not_known_yet` until a notification proves an outcome.',
    matters: 'No news is no refusal: a payment that is given up on silence is paid later.',
    remedy: 'Answer `not_known_yet` from `inquire` without facts, never `not_found` or `failed`.',
    async run(bench) {
      const { processor } = bench
      if (processor.isTold !== true) skip('the processor can be asked')
      const { payment } = await newPayment(bench)
      const { paymentId, amountMinor, currency, method } = payment
      const known = {
        paymentId,
        method: method.type,
        amountMinor,
        currency,
        references: {},
        state: {},
      }
      for (const facts of [[], [{}], [{ ofTomorrow: true }]]) {
        const { status } = await processor.inquire(paymentId, { ...known, facts })
        must(status === 'not_known_yet', `with the facts ${show(facts)} it answered ${status}`)
      }
      const made = await paid(bench)
      must(
        made.outcome?.status === 'succeeded',
        `it was paid, and the inquiry answered ${show(made.outcome)}`,
      )
    },
  },
]

function idsOf(found: readonly { notificationId: string }[]): string[] {
  return found.map(({ notificationId }) => notificationId)
}

async function paidAndSent(bench: Bench): Promise<Made> {
  if (bench.driver.notifications === undefined) skip('needs the driver’s `notifications`')
  return paid(bench)
}
