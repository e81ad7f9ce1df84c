import { describe, expect, it } from 'vitest'
import { newTrialId } from '#domain/trial-id.ts'
import { openTestSimulator } from '#proof/testing/open-test-simulator.ts'
import type { CardDetails } from '#contract/checkout.ts'
import type { CardTrial } from '../card-trial.ts'
import type { Processor } from '../processor.ts'
import { CARD_STEPS } from './card-steps.ts'
import { tryAccount } from './try-account.ts'

const CARD: CardDetails = {
  number: '4242424242424242',
  expiryMonth: 3,
  expiryYear: 2030,
  securityCode: '737',
  name: 'Test',
}

const CHALLENGES = ['challenge.url', 'challenge.return', 'challenge.repeat', 'challenge.leave']

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** Tries the simulator as an account in a test environment; `changes` are a module's faults. */
async function tryCards(
  changes: (module: Processor) => Partial<Processor> = () => ({}),
  trial: Partial<CardTrial> = {},
) {
  const opened = await openTestSimulator()
  const module: Processor = opened.processor
  const cardTrial: CardTrial = {
    card: CARD,
    declines: [{ holderName: '4000000000009995', declineCode: 'insufficient_funds' }],
    sealings: async () => [{ settings: 'as it is', key: await module.cardEncryptionKey() }],
    ...trial,
  }
  const processor = {
    ...module,
    methods: ['card'],
    cardTrial,
    ...changes(module),
  } satisfies Processor
  try {
    return await tryAccount({
      processor,
      checks: [],
      amountMinor: 2,
      shown: { merchantName: 'm', description: 'd', returnUrl: 'https://pay.test/' },
      webhooks: {
        hasArrived: async () => true,
        facts: async () => [{ code: 'CAPTURE' }],
        withoutWebhook: 'look',
      },
      sealCard: (_, { number, name }) =>
        opened.encrypt({ number: name.startsWith('4') ? name : number }),
      waits: { paymentMs: 10, settlingMs: 10, pollMs: 1, expiryMs: 1 },
      clock: () => opened.time.now,
      random,
      sleep: async (ms) => void (opened.time.now = new Date(opened.time.now.getTime() + ms)),
      isBrokenOff: () => false,
      onResult: () => undefined,
    })
  } finally {
    await opened.close()
  }
}

describe('the steps of cards', () => {
  it('R-120: pass at a processor that keeps its word, and say what was found out', async () => {
    const { steps, settled } = await tryCards()
    expect(steps.filter(({ status }) => status !== 'passed')).toMatchObject([
      { step: 'card.plain', status: 'not_shown' },
      { step: 'refund.early', status: 'not_shown' },
      ...CHALLENGES.map((step) => ({ step, status: 'not_shown' })),
    ])
    expect(steps.map(({ step }) => step)).toEqual(['account.probe', ...Object.keys(CARD_STEPS)])
    expect(settled).toMatchObject({
      'card.sealed': 'as it is',
      'pay.other_body': expect.any(String) as string,
      'void.late': 'failed (processing_error)',
    })
  })

  it('show nothing more where no card is accepted', async () => {
    const { steps } = await tryCards(() => ({}), { sealings: async () => [] })
    expect(steps.find(({ step }) => step === 'card.sealed')).toMatchObject({ status: 'failed' })
    expect(steps.filter(({ status }) => status === 'passed')).toMatchObject([
      { step: 'account.probe' },
    ])
  })

  it.each<[step: string, found: RegExp, (module: Processor) => Partial<Processor>]>([
    [
      'pay.repeat',
      /^first sim_\w+, then sim_\w+$/,
      (module) => ({
        createPayment: (payment) =>
          module.createPayment({ ...payment, paymentId: newTrialId('pay', random) }),
      }),
    ],
    [
      'capture.part',
      /^999 was captured, and 500 asked$/,
      () => ({
        capturePayment: async () => ({ status: 'captured', capturedMinor: 999, currency: 'BRL' }),
      }),
    ],
    [
      'refund.same',
      /^first 1, then 2$/,
      () => {
        let count = 0
        return {
          createRefund: async () => ({
            status: 'pending',
            references: { processorReference: String(count++ === 2 ? 2 : 1) },
          }),
        }
      },
    ],
    [
      'void.unanswered',
      /^its release by our own id was answered with authorized$/,
      (module) => ({
        cancelPayment: async (paymentId, known) => {
          const isKnown = known.references.processorReference !== undefined
          const outcome = isKnown ? undefined : await module.inquire(paymentId, known)
          return outcome?.status === 'authorized' ? outcome : module.cancelPayment(paymentId, known)
        },
      }),
    ],
  ])('see a fault: %s', async (step, found, changes) => {
    const { steps } = await tryCards(changes)
    expect(steps.find((one) => one.step === step)).toMatchObject({
      status: 'failed',
      found: expect.stringMatching(found) as string,
    })
  })
})
