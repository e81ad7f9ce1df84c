import { everyField } from '../../../contract/openapi/sample-checkout.ts'
import {
  choose,
  goOffline,
  loseServer,
  open,
  payByPix,
  payByPixAndWait,
  submitIncomplete,
} from './acts.ts'
import { pixCode } from '../../../sandbox/preview/states/methods/actions.ts'
import { awaitingAction } from '../../../sandbox/preview/states/payments.ts'
import { OPEN_STATE } from '../../../sandbox/preview/states/states.ts'
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
        name: 'Companhia Brasileira de Distribuição de Livros, Discos e Papelaria do Norte',
        country: 'BR',
        brand: { color: null, logoUrl: null, radiusPx: null },
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
    act: payByPix,
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
