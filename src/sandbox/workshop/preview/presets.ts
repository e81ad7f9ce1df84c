import type { Composition } from '#contract/preview.ts'

export interface Preset {
  name: string
  composition: Composition
}

const RETURN_URLS = {
  successUrl: 'https://store.example/thanks?session={SESSION_ID}',
  cancelUrl: 'https://store.example/cart',
}

const BOOK: Composition = {
  merchant: { name: 'Norte Livros', country: 'BR' },
  session: {
    currency: 'BRL',
    lineItems: [{ name: 'Grande Sertão: Veredas', quantity: 1, unitAmount: 4590 }],
    orderReference: 'A-1001',
    paymentMethods: ['pix', 'card'],
    ...RETURN_URLS,
  },
}

const MANY_LINES: Composition = {
  merchant: { name: 'Armazém do Porto', country: 'BR', color: '#0f766e' },
  session: {
    currency: 'BRL',
    lineItems: [
      ['Azeite extra virgem 500 ml', 'Colheita de 2026', 2, 6990],
      ['Café em grãos 1 kg', 'Torra média', 3, 8450],
      ['Chocolate 70% cacau', undefined, 6, 1890],
      ['Farinha de trigo 5 kg', undefined, 1, 2790],
      ['Geleia de frutas vermelhas', undefined, 4, 2250],
      ['Macarrão de grano duro', 'Embalagem de 500 g', 10, 1190],
      ['Molho de tomate', undefined, 8, 990],
      ['Queijo curado', 'Peça de cerca de 900 g', 1, 11_900],
      ['Vinagre balsâmico', undefined, 2, 4590],
      ['Sal marinho', undefined, 3, 890],
    ].map(([name, description, quantity, unitAmount]) => ({
      name: String(name),
      quantity: Number(quantity),
      unitAmount: Number(unitAmount),
      ...(description !== undefined && { description: String(description) }),
    })),
    discounts: [{ label: 'Cupom BEMVINDO', amount: 5000 }],
    shipping: { label: 'Entrega amanhã', amount: 1990 },
    orderReference: 'P-20388',
    installments: { max: 12, interestFree: 3, monthlyInterestBasisPoints: 199 },
    ...RETURN_URLS,
  },
}

const EVERY_FIELD: Composition = {
  merchant: { name: 'Lumen Studio', country: 'BR', color: '#7c3aed', radiusPx: 4 },
  session: {
    currency: 'BRL',
    lineItems: [
      { name: 'Floor lamp', description: 'Brass, 160 cm', quantity: 1, unitAmount: 89_900 },
      { name: 'Light bulb', description: 'Warm white', quantity: 4, unitAmount: 3900 },
    ],
    discounts: [{ label: 'Spring sale', amount: 10_000 }],
    shipping: { label: 'Courier', amount: 4500 },
    tax: { label: 'Import tax', amount: 3120 },
    orderReference: 'L-7',
    description: 'Delivered within a week.',
    collect: {
      name: 'required',
      email: 'required',
      phone: 'required',
      taxId: 'required',
      billingAddress: 'required',
    },
    customer: { name: 'Ana Souza', email: 'ana@example.com' },
    installments: {
      max: 10,
      interestFree: 2,
      monthlyInterestBasisPoints: 249,
      minimumPerInstallment: 5000,
    },
    ...RETURN_URLS,
  },
}

const RIGHT_TO_LEFT: Composition = {
  merchant: { name: 'مكتبة الواحة', country: 'AE', color: '#b45309', radiusPx: 16 },
  session: {
    currency: 'AED',
    lineItems: [
      { name: 'ألف ليلة وليلة', description: 'غلاف مقوى', quantity: 1, unitAmount: 14_500 },
      { name: 'دفتر ملاحظات', quantity: 3, unitAmount: 2250 },
    ],
    shipping: { label: 'توصيل سريع', amount: 2000 },
    locale: 'ar',
    paymentMethods: ['card'],
    ...RETURN_URLS,
  },
}

const TOTAL_ONLY: Composition = {
  merchant: { name: 'Kawa', country: 'JP', color: '#111827', radiusPx: 0 },
  session: {
    amount: 12_800,
    currency: 'JPY',
    description: 'Yearly membership',
    paymentMethods: ['card'],
  },
}

/** The first is the default. */
export const PRESETS: readonly [Preset, ...Preset[]] = [
  { name: 'A book, R$ 45.90, Pix', composition: BOOK },
  { name: 'An order of many lines', composition: MANY_LINES },
  { name: 'Every field', composition: EVERY_FIELD },
  { name: 'Right to left', composition: RIGHT_TO_LEFT },
  { name: 'A total without lines', composition: TOTAL_ONLY },
]
