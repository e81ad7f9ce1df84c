import { installmentsOf } from '../../payment-form/installments-of.ts'
import type { Charge } from '../charge.ts'

export const chargeCard: Charge = (values, sealed) => {
  if (sealed === null) throw new Error('the card was not sealed')
  const { encrypted, brand, lastFour } = sealed
  return {
    method: 'card',
    card: { encrypted, brand, lastFour },
    installments: installmentsOf(values),
  }
}
