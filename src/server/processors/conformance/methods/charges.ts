import type { PaymentMethod } from '#contract/payment.ts'
import type { MethodCharge } from '#domain/methods/charge.ts'

const EXPIRES_MS = 3_600_000
const DAY_MS = 86_400_000
const DUE_IN_DAYS = 3

interface Given {
  now: Date
  /** A card's envelope, encrypted with the processor's key. */
  sealCard: () => Promise<string>
}

/** Makes the method's part of a payment that the kit creates, for each method. */
export const CHARGES: Readonly<Record<PaymentMethod, (given: Given) => Promise<MethodCharge>>> = {
  pix: async ({ now }) => ({ type: 'pix', expiresAt: after(now, EXPIRES_MS) }),
  boleto: async ({ now }) => ({
    type: 'boleto',
    dueDate: after(now, DUE_IN_DAYS * DAY_MS)
      .toISOString()
      .slice(0, 'YYYY-MM-DD'.length),
  }),
  card: async ({ sealCard }) => ({
    type: 'card',
    encryptedCard: await sealCard(),
    installments: 1,
  }),
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}
