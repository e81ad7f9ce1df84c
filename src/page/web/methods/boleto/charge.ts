import type { Charge } from '../charges.ts'

export const chargeBoleto: Charge = () => ({ method: 'boleto' })
