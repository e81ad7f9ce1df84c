import { formatMoney } from '#domain/money.ts'
import type { TrialSealing } from '../card-trial.ts'
import { isProcessorRefused, type ProcessorInquiry } from '../processor.ts'
import { AMOUNT, answerOf, prepared, type Sealed, type TryingCards } from './prepare-hold.ts'
import { StepFailed } from './record-steps.ts'
import { stepsOf } from './steps.ts'
import type { TestPayment } from './test-charges.ts'
import { tryChallenges } from './try-challenges.ts'
import { tryHolds } from './try-holds.ts'

const DAY_MS = 86_400_000
const AGE_MS = DAY_MS + 3_600_000
/** Currencies in which processors and ISO disagree about minor units, with amounts that both can express. */
const OTHER_UNITS = [
  { currency: 'CLP', amountMinor: 1000 },
  { currency: 'ISK', amountMinor: 1000 },
  { currency: 'IDR', amountMinor: 1_000_000 },
]

/** The steps of cards. Needs no person. */
export async function tryCards(trying: TryingCards): Promise<void> {
  const { record } = trying
  await tryInClear(trying)
  const sealing = await trySealings(trying)
  if (sealing === undefined) {
    record.notShown(stepsOf(['card']), 'no card is accepted')
    return
  }
  const sealed = { ...trying, sealing }
  await tryRefusedCards(sealed)
  await tryRepeats(sealed)
  await tryAmounts(sealed)
  await tryHolds(sealed)
  await tryChallenges(sealed)
}

async function tryInClear({ bench, record, charges, trial }: TryingCards): Promise<void> {
  const payInClear = trial.payInClear?.bind(trial)
  if (payInClear === undefined) {
    record.notShown(['card.plain'], 'the test environment takes no cards in clear')
    return
  }
  const { paymentId } = charges.prepareHold('', { ...AMOUNT, amountMinor: bench.amountMinor }).known
  await record.show('card.plain', () => payInClear(paymentId))
}

/** The first way to encrypt that is accepted; the account's own is tried first. */
async function trySealings(trying: TryingCards): Promise<TrialSealing | undefined> {
  const { record, charges, trial } = trying
  return record.run('card.sealed', async () => {
    const refused: string[] = []
    for (const sealing of await trial.sealings()) {
      const hold = await prepared({ ...trying, sealing })
      const outcome = await answerOf(charges.create(hold))
      if (outcome === 'authorized') {
        await charges.cancel(hold)
        const others = refused.length === 0 ? '' : `; refused before: ${refused.join('; ')}`
        record.settle('card.sealed', sealing.settings)
        return { found: `accepted: ${sealing.settings}${others}`, value: sealing }
      }
      refused.push(`${sealing.settings}: ${outcome}`)
    }
    throw new StepFailed(refused.join('; ') || 'there is no way to encrypt')
  })
}

async function tryRefusedCards(sealed: Sealed): Promise<void> {
  const { bench, record, charges, trial } = sealed
  await record.show('card.unreadable', async () => {
    const { payment, known } = await prepared(sealed)
    const { method } = payment
    if (method.type !== 'card') throw new StepFailed('no card was encrypted')
    const encryptedCard = broken(method.encryptedCard)
    const found = await definite(
      charges.create({ payment: { ...payment, method: { ...method, encryptedCard } }, known }),
    )
    if (found === 'authorized') throw new StepFailed('it was authorized')
    record.settle('card.unreadable', found)
    return found
  })
  await record.show('card.age', async () => {
    const hold = await prepared(sealed, { at: new Date(bench.clock().getTime() - AGE_MS) })
    const found = await definite(charges.create(hold))
    if (found === 'authorized') await charges.cancel(hold)
    record.settle('card.age', `25 hours: ${found}`)
    return found
  })
  await record.show('card.declined', async () => {
    const wrong: string[] = []
    for (const { holderName, declineCode } of trial.declines) {
      const found = await answerOf(charges.create(await prepared(sealed, { name: holderName })))
      if (found !== `failed (${declineCode})`) wrong.push(`${holderName}: ${found}`)
    }
    if (wrong.length > 0) throw new StepFailed(wrong.join('; '))
    return `${trial.declines.length} declines have their reasons`
  })
}

/** The last part but one, the text of the card, with another first character. */
function broken(compact: string): string {
  return compact.replace(/\.(\w)(?=[\w-]*\.[\w-]*$)/, (_, first) => (first === 'A' ? '.B' : '.A'))
}

/** An answer that ends the payment here. Throws where there is none. */
async function definite(call: Promise<ProcessorInquiry>): Promise<string> {
  try {
    return await answerOf(Promise.resolve(await call))
  } catch (error) {
    if (isProcessorRefused(error)) return error.message
    throw error
  }
}

async function tryRepeats(sealed: Sealed): Promise<void> {
  const { record, charges } = sealed
  const hold = await prepared(sealed)
  const isRepeated = await record.show('pay.repeat', async () => {
    const first = referenceIn(await charges.create(hold))
    const second = referenceIn(await charges.create(hold))
    if (first !== second) throw new StepFailed(`first ${first}, then ${second}`)
    return `${first} both times`
  })
  if (!isRepeated) {
    record.notShown(['pay.other_body'], 'the same payment again was not the same')
    return
  }
  await record.show('pay.other_body', async () => {
    const { payment, known } = hold
    const { processorReference: before = '' } = known.references
    const other = { ...payment, amountMinor: payment.amountMinor + 1 }
    const copy: TestPayment = { payment: other, known: { ...known, references: {} } }
    const found = await answerOf(charges.create(copy))
    const { processorReference: after = before } = copy.known.references
    if (after !== before) throw new StepFailed(`there are two payments, ${before} and ${after}`)
    const text = found === 'authorized' ? 'answered as the first one' : found
    record.settle('pay.other_body', text)
    return text
  })
  await charges.cancel(hold)
}

function referenceIn(outcome: ProcessorInquiry): string {
  const reference = 'references' in outcome ? outcome.references?.processorReference : undefined
  if (outcome.status !== 'authorized' || reference === undefined)
    throw new StepFailed(
      `it was answered with ${outcome.status}, and ${reference ?? 'no reference'}`,
    )
  return reference
}

async function tryAmounts(sealed: Sealed): Promise<void> {
  const { record, charges } = sealed
  await record.show('pay.amount', async () => {
    const found: string[] = []
    for (const asked of OTHER_UNITS) {
      const hold = await prepared(sealed, asked)
      const outcome = await charges.create(hold).catch((error: unknown) => {
        if (isProcessorRefused(error)) return undefined
        throw error
      })
      found.push(
        `${asked.currency} ${outcome === undefined ? 'is refused' : exact(outcome, asked)}`,
      )
      if (outcome?.status === 'authorized') await charges.cancel(hold)
    }
    record.settle('pay.amount', found.join(', '))
    return found.join(', ')
  })
}

function exact(outcome: ProcessorInquiry, asked: { amountMinor: number; currency: string }) {
  if (outcome.status !== 'authorized') return `is ${outcome.status}`
  const { authorizedMinor: amount, currency } = outcome
  if (amount !== asked.amountMinor || currency !== asked.currency)
    throw new StepFailed(
      `${asked.amountMinor} of ${asked.currency} came back as ${amount} ${currency}`,
    )
  return `came back as ${formatMoney({ amount, currency }, 'en')}`
}
