import type { PaymentMethod } from '#contract/payment.ts'
import { chargeBoleto } from './boleto/charge.ts'
import { chargeCard } from './card/charge.ts'
import type { Charge } from './charge.ts'
import { chargePix } from './pix/charge.ts'

export const CHARGES: Readonly<Record<PaymentMethod, Charge>> = {
  card: chargeCard,
  pix: chargePix,
  boleto: chargeBoleto,
}
