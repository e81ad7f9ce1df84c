import type { PaymentMethod } from '#contract/payment.ts'
import { PAYMENT_METHODS } from '#contract/payment.ts'
import { newId, type RandomBytes } from '#domain/id.ts'
import type { ToldDispute } from '#domain/dispute.ts'
import type { MethodCharge } from '#domain/methods/charge.ts'
import { METHODS } from '#domain/methods/methods.ts'
import type { ProcessorReferences, ProcessorState, RefundReferences } from '#domain/settle.ts'
import type {
  CaptureAnswer,
  KnownPayment,
  KnownRefund,
  NewRefund,
  Processor,
  ProcessorInquiry,
  ProcessorNotification,
  ProcessorOutcome,
  ProcessorPayment,
  ProcessorRefund,
} from '../processor.ts'
import { must, show, skip } from './must.ts'
import {
  driverWith,
  type ConformanceContext,
  type ConformanceDriver,
  type DrivenPayment,
} from './driver.ts'
import { addSecret, type Evidence } from './evidence.ts'
import { CHARGES } from './methods/charges.ts'
import type { Network } from './network.ts'
import {
  CaptureSchema,
  InquirySchema,
  OutcomeSchema,
  RefundInquirySchema,
  RefundSchema,
} from './port-schemas.ts'

/** A payment of a check, with what the checkout would keep of it. */
export interface Made {
  payment: ProcessorPayment
  outcome: ProcessorInquiry | undefined
  references: ProcessorReferences
  state: ProcessorState
  refunds: MadeRefund[]
  /** What came back from its challenge. */
  returned?: Readonly<Record<string, string>>
  /** What was asked to capture last. */
  captureMinor?: number
}

export interface MadeRefund extends NewRefund {
  status: ProcessorRefund['status']
  references: RefundReferences
  state: ProcessorState
}

/** What a check works with: a processor of its own, over a network of its own. */
export interface Bench {
  processor: Processor
  network: Network
  driver: ConformanceDriver
  context: ConformanceContext
  evidence: Evidence
  /** The methods that the account takes and the driver can drive. */
  methods: readonly PaymentMethod[]
  /** Another bench, whose processor has nothing in memory. */
  again: (changes?: Partial<ConformanceContext>) => Promise<Bench>
}

export const AMOUNT_MINOR = 25_990
const MERCHANT = '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e'

export function takes(processor: Processor): readonly PaymentMethod[] {
  return processor.methods ?? PAYMENT_METHODS
}

/** The account's method that needs a sealed card. */
export function cardMethodOf(processor: Processor): PaymentMethod {
  return takes(processor).find(needsCard) ?? skip('the account takes no cards')
}

export function needsCard(method: PaymentMethod): boolean {
  return METHODS[method].needsSealedCard
}

/** Methods whose payments stay open come first, since more can be checked with them. */
const PREFERRED: readonly PaymentMethod[] = ['pix', 'boleto', 'card']

function methodOf({ methods }: Bench): PaymentMethod {
  return (
    PREFERRED.find((method) => methods.includes(method)) ??
    skip('no method can be driven: cards need the driver’s `sealCard`')
  )
}

/** A new payment, not created yet. */
export async function newPayment(
  bench: Bench,
  {
    method = methodOf(bench),
    ...changes
  }: { method?: PaymentMethod } & Partial<Omit<ProcessorPayment, 'method'>> = {},
): Promise<Made> {
  const { driver, context } = bench
  const payment: ProcessorPayment = {
    paymentId: idOf(bench, 'pay'),
    amountMinor: AMOUNT_MINOR,
    currency: driver.currency ?? 'BRL',
    merchantId: MERCHANT,
    merchantName: 'Loja São João',
    description: 'Pedido 1042 – 2 × café',
    customer: driver.customer ?? {},
    returnUrl: 'https://pay.test/c/0123456789ABCDEFGHIJKLMNOPQRSTUVW',
    method: await chargeOf(bench, method, context.clock()),
    ...changes,
  }
  return { payment, outcome: undefined, references: {}, state: {}, refunds: [] }
}

function idOf({ context }: { context: { random: RandomBytes } }, prefix: 'pay' | 're'): string {
  // With the real time, so that the ids of two runs never are the same.
  return newId(prefix, new Date(), context.random)
}

async function chargeOf(
  { driver, processor, evidence }: Bench,
  method: PaymentMethod,
  now: Date,
): Promise<MethodCharge> {
  return CHARGES[method]({
    now,
    async sealCard() {
      const encryptedCard =
        (await driver.sealCard?.(await processor.cardEncryptionKey())) ??
        skip('cards need the driver’s `sealCard`')
      addSecret(evidence, encryptedCard, 'the encrypted card')
      return encryptedCard
    },
  })
}

/** What the checkout hands to calls about a payment that it has created. */
async function knownOf(bench: Bench, made: Made): Promise<KnownPayment> {
  const { paymentId, amountMinor, currency, method, captureMethod } = made.payment
  const { references, state, returned, captureMinor } = made
  const isTold = bench.processor.isTold === true
  const facts = isTold ? await factsOf(bench, made) : []
  return {
    paymentId,
    method: method.type,
    amountMinor,
    currency,
    references,
    state,
    facts,
    ...(captureMethod && { captureMethod }),
    ...(captureMinor !== undefined && { captureMinor }),
    ...(isTold && { refunds: made.refunds.map(referenceOf) }),
    ...(returned && { returned }),
  }
}

function referenceOf({ refundId, status, amountMinor, references }: MadeRefund) {
  const { processorReference } = references
  const reference = { ...(processorReference !== undefined && { processorReference }) }
  return { refundId, status, amountMinor, ...reference }
}

async function factsOf(bench: Bench, made: Made): Promise<ProcessorState[]> {
  const found = await readSent(bench)
  return found.flatMap((one) => (isAbout(one, made) && one.facts ? [one.facts] : []))
}

/** Whether a notification names a payment, or one of its refunds. */
export function isAbout(
  { paymentId, refundId }: ProcessorNotification,
  { payment, refunds }: Made,
): boolean {
  return paymentId === undefined
    ? refunds.some((refund) => refund.refundId === refundId)
    : paymentId === payment.paymentId
}

/** The notifications that the module reads in everything that the processor has sent, each once. */
export async function readSent({ driver, processor }: Bench): Promise<ProcessorNotification[]> {
  await driver.settle?.()
  const found = new Map<string, ProcessorNotification>()
  for (const { rawBody, headers, arrival } of (await driver.notifications?.()) ?? []) {
    const read = await processor.readNotification(
      rawBody,
      new Headers(headers),
      arrival ?? { path: '', isCertified: false },
    )
    for (const one of [read ?? []].flat()) found.set(one.notificationId, one)
  }
  return [...found.values()]
}

/** Skips a check that needs a processor behind the module when there is none. */
export function needProcessor({ driver }: Pick<Bench, 'driver'>): void {
  if (driver.fetch === undefined && driver.createProcessor === undefined)
    skip('needs a driver, with a processor behind the module')
}

/** Creates a payment, and keeps what the answer says of it. */
export async function create(bench: Bench, made: Made): Promise<ProcessorOutcome> {
  needProcessor(bench)
  return keep(made, await bench.processor.createPayment(made.payment))
}

export async function created(
  bench: Bench,
  changes?: Parameters<typeof newPayment>[1],
): Promise<Made> {
  const made = await newPayment(bench, changes)
  await create(bench, made)
  return made
}

export async function inquire(bench: Bench, made: Made): Promise<ProcessorInquiry> {
  const answer = await bench.processor.inquire(made.payment.paymentId, await knownOf(bench, made))
  const { success } = InquirySchema.safeParse(answer)
  must(success, `inquire answered ${show(answer)}, which is not of the port’s form`)
  return remember(made, answer)
}

/** The steps of disputes that are told of a payment: with its outcome, and from its facts. */
export async function disputesOf(bench: Bench, made: Made): Promise<readonly ToldDispute[]> {
  const outcome = await inquire(bench, made)
  const told = outcome.status === 'succeeded' ? (outcome.disputes ?? []) : []
  return [...told, ...(bench.processor.disputes?.(await knownOf(bench, made)) ?? [])]
}

export async function cancel(bench: Bench, made: Made): Promise<ProcessorOutcome> {
  const known = await knownOf(bench, made)
  return keep(made, await bench.processor.cancelPayment(made.payment.paymentId, known))
}

function keep(made: Made, outcome: ProcessorOutcome): ProcessorOutcome {
  const { success } = OutcomeSchema.safeParse(outcome)
  must(success, `the outcome ${show(outcome)} is not of the port’s form`)
  return remember(made, outcome)
}

function remember<T extends ProcessorInquiry>(made: Made, outcome: T): T {
  made.outcome = outcome
  if ('references' in outcome) made.references = { ...made.references, ...outcome.references }
  if ('state' in outcome) made.state = { ...made.state, ...outcome.state }
  return outcome
}

export function driven({ payment, outcome, references }: Made): DrivenPayment {
  const { paymentId, amountMinor, currency, method } = payment
  const action = outcome?.status === 'requires_action' ? outcome.action : undefined
  return { paymentId, method: method.type, amountMinor, currency, references, action }
}

/** A card payment whose challenge the shopper has passed, with what the browser brings back. */
export async function challenged(bench: Bench): Promise<Made> {
  const { processor, driver } = bench
  if (processor.completeAction === undefined) skip('the module has no `completeAction`')
  const { challenge } = driver
  if (challenge === undefined) skip('needs the driver’s `challenge`')
  const { sealCard } = challenge
  const made = await created(
    { ...bench, driver: driverWith(driver, { sealCard }) },
    { method: cardMethodOf(processor) },
  )
  const { outcome } = made
  must(
    outcome?.status === 'requires_action' && outcome.action.type === 'challenge',
    `a card to be challenged was answered with ${show(outcome)}`,
  )
  made.returned = await challenge.pass(driven(made))
  return made
}

/** Gives the module what came back from a payment's challenge. */
export async function complete(bench: Bench, made: Made): Promise<ProcessorOutcome> {
  const known = await knownOf(bench, made)
  const outcome =
    (await bench.processor.completeAction?.(known, made.returned ?? {})) ??
    skip('the module has no `completeAction`')
  return keep(made, outcome)
}

/** The account's method whose payments can be held. Skips the check where there is none. */
function holdMethodOf({ processor, methods }: Bench): PaymentMethod {
  if (processor.capturePayment === undefined) skip('the account takes the money at once')
  return (
    methods.find((method) => METHODS[method].isAuthorized) ??
    skip('no method can be held and driven: cards need the driver’s `sealCard`')
  )
}

/** A new payment to be held, not created yet. */
export async function newHold(
  bench: Bench,
  changes: Partial<Omit<ProcessorPayment, 'method'>> = {},
): Promise<Made> {
  return newPayment(bench, { method: holdMethodOf(bench), captureMethod: 'manual', ...changes })
}

/** A payment that is authorized, and waits for its capture. */
export async function held(
  bench: Bench,
  changes?: Partial<Omit<ProcessorPayment, 'method'>>,
): Promise<Made> {
  const made = await newHold(bench, changes)
  await create(bench, made)
  if (made.outcome?.status === 'processing') await inquire(bench, made)
  const { outcome } = made
  must(outcome?.status === 'authorized', `a payment to be held was answered with ${show(outcome)}`)
  return made
}

/** Asks for a capture. */
export async function capture(
  bench: Bench,
  made: Made,
  amountMinor: number,
): Promise<CaptureAnswer> {
  const { processor, context } = bench
  const { paymentId, currency } = made.payment
  const asked = { paymentId, amountMinor, currency, sentAt: context.clock() }
  made.captureMinor = amountMinor
  const answer =
    (await processor.capturePayment?.(asked, await knownOf(bench, made))) ??
    skip('the account takes the money at once')
  const { success } = CaptureSchema.safeParse(answer)
  must(success, `capturePayment answered ${show(answer)}, which is not of the port’s form`)
  if (answer.status !== 'captured') return answer
  made.references = { ...made.references, ...answer.references }
  made.state = { ...made.state, ...answer.state }
  return answer
}

/** Captures a held payment, and asserts that exactly this amount was taken. */
export async function captured(bench: Bench, made: Made, amountMinor: number): Promise<void> {
  const answer = await capture(bench, made, amountMinor)
  const { currency } = made.payment
  const isExact =
    answer.status === 'pending' ||
    (answer.status === 'captured' &&
      answer.capturedMinor === amountMinor &&
      answer.currency === currency)
  must(isExact, `the capture of ${amountMinor} was answered with ${show(answer)}`)
  await bench.driver.settle?.()
  const outcome = await inquire(bench, made)
  const isTaken = outcome.status === 'succeeded' && outcome.capturedMinor === amountMinor
  // Where the processor cannot be asked, the capture's notification may still be under way.
  const isTold = bench.processor.isTold === true && outcome.status === 'authorized'
  must(isTaken || isTold, `${amountMinor} was captured, and the inquiry answered ${show(outcome)}`)
}

/**
 * Lets the shopper pay, unless the payment is paid already. What is authorized without a merchant who captures it is captured, as the
 * checkout does. Returns whether the processor let them.
 */
export async function pay(bench: Bench, made: Made): Promise<boolean> {
  const { driver } = bench
  if (made.outcome?.status === 'succeeded') return true
  if (isToBeCaptured(made)) {
    const { status } = await capture(bench, made, made.payment.amountMinor)
    await inquire(bench, made)
    return status !== 'refused'
  }
  if (driver.pay === undefined) skip('needs the driver’s `pay`')
  const paid = await driver.pay(driven(made))
  await driver.settle?.()
  return paid
}

/** Whether a payment is authorized, and the checkout captures it by itself. */
export function isToBeCaptured({ outcome, payment }: Made): boolean {
  return outcome?.status === 'authorized' && payment.captureMethod === undefined
}

/** Pays by both of two answers about one payment, and asserts that only one of them can be paid. */
export async function payBoth(bench: Bench, one: Made, other: Made): Promise<void> {
  const isOpen = one.outcome?.status !== 'succeeded' && other.outcome?.status !== 'succeeded'
  const isCaptured = isToBeCaptured(one)
  const first = await pay(bench, one)
  if (isCaptured) return
  const second = await pay(bench, other)
  must(!(isOpen && first && second), 'the shopper could pay by both answers')
}

/** A payment that the shopper has paid. */
export async function paid(
  bench: Bench,
  changes?: Parameters<typeof newPayment>[1],
): Promise<Made> {
  const made = await created(bench, changes)
  must(await pay(bench, made), 'the shopper could not pay what was created')
  await inquire(bench, made)
  return made
}

export function newRefund(bench: Bench, { payment }: Made, amountMinor: number): MadeRefund {
  const { paymentId, currency } = payment
  const asked = { refundId: idOf(bench, 're'), requestedAt: bench.context.clock() }
  return {
    ...asked,
    paymentId,
    amountMinor,
    currency,
    status: 'pending',
    references: {},
    state: {},
  }
}

/** Requests a refund. It is added to the payment's refunds before the call, whatever the call's result is. */
export async function refund(
  bench: Bench,
  made: Made,
  asked: MadeRefund,
): Promise<ProcessorRefund> {
  if (!made.refunds.some(({ refundId }) => refundId === asked.refundId)) made.refunds.push(asked)
  const { refundId, paymentId, amountMinor, currency } = asked
  const { requestedAt } = asked
  const given = { refundId, paymentId, amountMinor, currency, ...(requestedAt && { requestedAt }) }
  const answer = await bench.processor.createRefund(given, await knownOf(bench, made))
  const { success } = RefundSchema.safeParse(answer)
  must(success, `createRefund answered ${show(answer)}, which is not of the port’s form`)
  return rememberRefund(asked, answer)
}

export async function inquireRefund(bench: Bench, made: Made, asked: MadeRefund) {
  const known: KnownRefund = { ...asked, payment: await knownOf(bench, made) }
  const answer = await bench.processor.inquireRefund(asked.refundId, known)
  const { success } = RefundInquirySchema.safeParse(answer)
  must(success, `inquireRefund answered ${show(answer)}, which is not of the port’s form`)
  return answer.status === 'not_found' ? answer : rememberRefund(asked, answer)
}

function rememberRefund(asked: MadeRefund, answer: ProcessorRefund): ProcessorRefund {
  asked.status = answer.status
  asked.references = { ...asked.references, ...answer.references }
  asked.state = { ...asked.state, ...answer.state }
  return answer
}
