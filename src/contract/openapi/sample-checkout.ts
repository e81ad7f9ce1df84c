import type { Checkout } from '../checkout.ts'
import type { Collect } from '../session.ts'
import { openCheckout } from './example-values.ts'

const INTEREST_FREE = { interestFree: true, interest: 0, monthlyInterestBasisPoints: 0 }

/**
 * The open session that tests, previews and measurements start from: the contract's example with several lines, without
 * a brand, and without customer data.
 */
export const sampleCheckout: Checkout = {
  ...openCheckout,
  now: '2026-11-20T19:42:07.000Z',
  merchant: {
    name: 'Norte Livros',
    country: 'BR',
    brand: { color: null, logoUrl: null, radiusPx: null },
    legalName: 'Norte Livros Ltda',
    taxId: '12345678000195',
    supportEmail: 'ajuda@store.example',
    supportPhone: '+559130040000',
    termsUrl: 'https://store.example/terms',
    privacyUrl: 'https://store.example/privacy',
  },
  lineItems: [
    {
      name: 'Grande Sertão: Veredas',
      description: 'Hardcover',
      quantity: 1,
      unitAmount: 13_990,
    },
    { name: 'A Hora da Estrela', description: 'Paperback', quantity: 2, unitAmount: 6_000 },
  ],
  shipping: { label: 'PAC, 5 to 8 days', amount: 0 },
  description: null,
  customer: null,
  locale: 'auto',
  collect: {
    name: 'hidden',
    email: 'required',
    phone: 'hidden',
    taxId: 'hidden',
    billingAddress: 'hidden',
  },
  paymentMethodDiscounts: {},
  installments: [
    { count: 1, perInstallment: 25_990, total: 25_990, ...INTEREST_FREE },
    { count: 2, perInstallment: 12_995, total: 25_990, ...INTEREST_FREE },
    { count: 3, perInstallment: 8_664, total: 25_990, ...INTEREST_FREE },
    {
      count: 12,
      perInstallment: 2_457,
      total: 29_484,
      interestFree: false,
      interest: 3_494,
      monthlyInterestBasisPoints: 199,
    },
  ],
  expiresAt: '2026-11-21T19:42:07.000Z',
  cancelUrl: 'https://store.example/cart?session_id=cs_0Tq4mFhZ7Rk2vXw9sLd3Ye&status=open',
}

/** Asks for every field: the longest form. */
export const everyField: Collect = {
  name: 'required',
  email: 'required',
  phone: 'optional',
  taxId: 'required',
  billingAddress: 'required',
}
