import type { CardDetails } from '#contract/checkout.ts'
import type { ProcessorInquiry } from '../processor.ts'
import { poll } from './poll.ts'
import { answerOf, prepared, type Sealed } from './prepare-hold.ts'
import { StepFailed } from './record-steps.ts'
import type { TestPayment } from './test-charges.ts'
import type { PersonAtChallenge } from './trial-bench.ts'
import { factsOf, mustBeOneOf, NO_WEBHOOKS, RELEASED } from './try-holds.ts'

const ANSWERED = ['challenge.return', 'challenge.repeat', 'challenge.leave'] as const
const ENDED = [...RELEASED, 'failed (authentication_abandoned)']
const ENCODED = /%[0-9A-Fa-f]{2}/

interface Offered {
  hold: TestPayment
  url: string
}

/** The steps of challenges. For all but the first somebody answers in a browser. */
export async function tryChallenges(sealed: Sealed): Promise<void> {
  const { bench, record, charges, trial } = sealed
  const { challengedCard: card } = trial
  const { shopper } = bench
  if (card === undefined) {
    record.notShown(['challenge.url', ...ANSWERED], 'the module names no card whose issuer asks')
    return
  }
  const offered = await record.run('challenge.url', async () => {
    const value = await offer(sealed, card)
    const { host } = new URL(value.url)
    record.settle('challenge.url', host)
    return { found: `it leads to ${host}`, value }
  })
  if (offered === undefined) record.notShown(ANSWERED, 'there is no challenge')
  else if (shopper === undefined) {
    await charges.cancel(offered.hold)
    record.notShown(
      ANSWERED,
      'nobody was to answer: run it without --without-challenge and --without-payment',
    )
  } else {
    await tryReturn(sealed, offered, shopper)
    await tryLeave(sealed, card, shopper)
  }
}

/** Pays by a card whose issuer asks. Throws `StepFailed` where it does not. */
async function offer(sealed: Sealed, card: CardDetails): Promise<Offered> {
  const hold = await prepared(sealed, card)
  const outcome = await sealed.charges.create(hold)
  if (outcome.status !== 'requires_action' || outcome.action.type !== 'challenge')
    throw new StepFailed(`it was answered with ${outcome.status}`)
  return { hold, url: outcome.action.url }
}

/** Waits until the browser comes back. Throws `StepFailed` when it does not. */
async function answered({ bench }: Sealed, { url }: Offered, shopper: PersonAtChallenge) {
  shopper.show(url)
  const { paymentMs: forMs } = bench.waits
  const onWait = (leftMs: number) => shopper.wait(leftMs)
  const returned = await poll(bench, { forMs, onWait }, async () => shopper.returned())
  if (returned === undefined)
    throw new StepFailed(`nobody came back within ${Math.round(forMs / 1000)} s`)
  return returned
}

async function tryReturn(
  sealed: Sealed,
  offered: Offered,
  shopper: PersonAtChallenge,
): Promise<void> {
  const { bench, record, charges } = sealed
  const { hold } = offered
  const complete = async (returned: Readonly<Record<string, string>>) => {
    const call = bench.processor.completeAction?.(hold.known, returned)
    return charges.learn(
      hold,
      await (call ?? bench.processor.inquire(hold.known.paymentId, hold.known)),
    )
  }
  const returned = await record.run('challenge.return', async () => {
    const value = await answered(sealed, offered, shopper)
    mustBeOneOf(['authorized'], await answerOf(complete(value)), 'what came back')
    const found = Object.entries(value)
      .map(([name, text]) => shapeOf(name, text))
      .join(', ')
    record.settle('challenge.return', found)
    return { found: `authorized by ${found}`, value }
  })
  if (returned === undefined) record.notShown(['challenge.repeat'], 'nothing was authorized')
  else
    await record.show('challenge.repeat', async () => {
      const before = hold.known.references.processorReference
      const found = await answerOf(complete(returned))
      const after = hold.known.references.processorReference
      if (after !== before) throw new StepFailed(`there are two payments, ${before} and ${after}`)
      record.settle('challenge.repeat', found)
      return found
    })
  await charges.cancel(hold)
}

/** Of a result only its form: it is worth a payment. */
function shapeOf(name: string, text: string): string {
  const again = ENCODED.test(text) ? ', and is encoded once more' : ''
  return `${name}, which has ${text.length} characters${again}`
}

/** A shopper who passes, and whose browser never comes back. */
async function tryLeave(
  sealed: Sealed,
  card: CardDetails,
  shopper: PersonAtChallenge,
): Promise<void> {
  const { bench, record, charges } = sealed
  if (bench.webhooks === undefined) {
    record.notShown(['challenge.leave'], NO_WEBHOOKS)
    return
  }
  await record.show('challenge.leave', async () => {
    const offered = await offer(sealed, card)
    const { hold } = offered
    await answered(sealed, offered, shopper)
    const { paymentMs: forMs } = bench.waits
    const told = await poll(bench, { forMs }, () => authorization(sealed, hold))
    const found =
      told === undefined
        ? `nothing was authorized within ${Math.round(forMs / 1000)} s without its result`
        : 'authorized without its result'
    mustBeOneOf(ENDED, await answerOf(charges.cancel(hold)), 'its release')
    record.settle('challenge.leave', found)
    return found
  })
}

async function authorization(
  sealed: Sealed,
  hold: TestPayment,
): Promise<ProcessorInquiry | undefined> {
  hold.known.facts = await factsOf(sealed, hold.known)
  const outcome = await sealed.charges.inquire(hold)
  return outcome.status === 'authorized' ? outcome : undefined
}
