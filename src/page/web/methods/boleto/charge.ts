import type { Charge } from '../charge.ts'

export const chargeBoleto: Charge = () => ({ method: 'boleto' })
