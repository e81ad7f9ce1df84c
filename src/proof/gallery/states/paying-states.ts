import { everyField, sampleCheckout } from '#contract/openapi/sample-checkout.ts'
import { installmentOptions } from '#domain/installments.ts'
import {
  choose,
  chooseInstallments,
  goOffline,
  loseServer,
  open,
  payByPixAndWait,
  payByPixUntil,
  submitIncomplete,
} from './acts.ts'
import { pixCode } from '#sandbox/preview/states/methods/actions.ts'
import { awaitingAction } from '#sandbox/preview/states/payments.ts'
import { OPEN_STATE } from '#sandbox/preview/states/states.ts'
import { inMinutes, session } from './checkouts.ts'
import { pictured } from './pictured.ts'
import type { UngroupedState } from './state.ts'

const ADDRESS = {
  line1: 'Rua da Consolação, 1000',
  city: 'São Paulo',
  state: 'SP',
  postalCode: '01302-000',
  country: 'BR',
}

const asksEverything = session({ collect: everyField })

const twelvePlans = installmentOptions(session().amount, {
  max: 12,
  minimumPerInstallment: 0,
  interestFree: 3,
  monthlyInterestBasisPoints: 199,
})

export const METHOD_DISCOUNTS = {
  pix: { basisPoints: 500, discount: 1_300, total: 24_690 },
  boleto: { basisPoints: null, discount: 1_000, total: 24_990 },
}

const LONG_NAME =
  'Obra completa em edição comemorativa de luxo, encadernada em tecido, com índice onomástico'

const manyLines = Array.from({ length: 12 }, (_, index) => ({
  name: index % 3 === 0 ? LONG_NAME : `Livro de bolso ${index + 1}`,
  quantity: index + 1,
  unitAmount: index % 3 === 0 ? 99_999_900 : 1_990,
  ...(index % 2 === 0 && { description: 'Capa dura, papel pólen, ilustrado por oito artistas' }),
}))

export const longOrder = session({
  amount: manyLines.reduce((sum, { quantity, unitAmount }) => sum + quantity * unitAmount, 5_311),
  lineItems: manyLines,
  discounts: [{ label: 'Cupom BEMVINDO de primeira compra no aplicativo', amount: 1_000 }],
  shipping: { label: 'Entrega expressa com hora marcada', amount: 1_990 },
  tax: { label: 'ICMS', amount: 4_321 },
  installments: null,
})

/** Before the pay button is pressed, and while the request is pending. */
export const PAYING_STATES: readonly UngroupedState[] = [
  pictured(OPEN_STATE),
  {
    name: 'open-pix',
    title: 'Pix chosen',
    session: session(),
    act: (page) => choose(page, 'pix'),
  },
  {
    name: 'open-boleto',
    title: 'Boleto chosen',
    session: session(),
    act: (page) => choose(page, 'boleto'),
  },
  { name: 'every-field', title: 'Every field asked', session: asksEverything },
  {
    name: 'prefilled',
    title: 'Filled in by the shop',
    session: {
      ...asksEverything,
      customer: {
        name: 'Ana Souza',
        email: 'ana@example.com',
        phone: '+5511987654321',
        taxId: '52998224725',
        billingAddress: ADDRESS,
      },
    },
  },
  {
    name: 'field-errors',
    title: 'Pressed with nothing filled in',
    session: session(),
    act: submitIncomplete,
  },
  {
    name: 'every-error',
    title: 'Every field missing',
    session: asksEverything,
    act: submitIncomplete,
  },
  {
    name: 'installments-unfolded',
    title: 'Twelve plans of installments',
    session: session({ installments: twelvePlans }),
    act: (page) => open(page, '.plans'),
  },
  {
    name: 'installments-chosen',
    title: 'Twelve installments, with interest',
    session: session({ installments: twelvePlans }),
    async act(page) {
      await open(page, '.order')
      await chooseInstallments(page, 12)
    },
  },
  {
    name: 'installments-without-lines',
    title: 'Installments with interest of a total without lines',
    session: session({ lineItems: [], shipping: null, description: 'Assinatura anual' }),
    act: (page) => chooseInstallments(page, 12),
  },
  {
    name: 'method-discounts',
    title: 'Discounts of payment methods',
    session: session({ paymentMethodDiscounts: METHOD_DISCOUNTS }),
  },
  {
    name: 'method-discount-chosen',
    title: 'A payment method with its discount chosen',
    session: session({ paymentMethodDiscounts: METHOD_DISCOUNTS }),
    async act(page) {
      await open(page, '.order')
      await choose(page, 'pix')
    },
  },
  {
    name: 'card-only',
    title: 'Card only, no installments',
    session: session({ paymentMethods: ['card'], installments: null }),
  },
  { name: 'pix-only', title: 'Pix only', session: session({ paymentMethods: ['pix'] }) },
  { name: 'boleto-only', title: 'Boleto only', session: session({ paymentMethods: ['boleto'] }) },
  {
    name: 'no-lines',
    title: 'A total without lines',
    session: session({ lineItems: [], shipping: null, description: 'Assinatura anual' }),
  },
  {
    name: 'order-open',
    title: 'Order unfolded',
    session: session(),
    act: (page) => open(page, '.order'),
  },
  {
    name: 'order-long',
    title: 'Long order, large sums',
    session: longOrder,
    act: (page) => open(page, '.order'),
  },
  {
    name: 'long-names',
    title: 'Long name of a shop',
    session: session({
      merchant: {
        ...sampleCheckout.merchant,
        name: 'Companhia Brasileira de Distribuição de Livros, Discos e Papelaria do Norte',
        legalName:
          'Companhia Brasileira de Distribuição de Livros, Discos e Papelaria do Norte S.A.',
      },
    }),
  },
  {
    name: 'languages',
    title: 'Languages unfolded',
    session: session(),
    act: (page) => open(page, '.languages'),
  },
  {
    name: 'expiring',
    title: 'Little time left',
    session: session({ expiresAt: inMinutes(4, 12) }),
  },
  {
    name: 'another-way',
    title: 'Another way instead of the Pix code',
    session: awaitingAction(session(), pixCode(session())),
    act: (page) => page.locator('main button.plain').click(),
  },
  {
    name: 'submitting',
    title: 'Pressed, not answered yet',
    session: session(),
    answer: 'never',
    act: (page) => payByPixUntil(page, '.asked[inert] .methods'),
  },
  {
    name: 'loading',
    title: 'Answered, and the next screen is long in coming',
    session: session(),
    answer: awaitingAction(session(), pixCode(session())),
    withheld: '**/later-screens-*',
    act: payByPixAndWait,
  },
  {
    name: 'offline',
    title: 'Offline',
    session: session(),
    act: goOffline,
    failing: true,
  },
  {
    name: 'unreachable',
    title: 'Online, but nobody answers',
    session: session(),
    act: loseServer,
    failing: true,
  },
]
