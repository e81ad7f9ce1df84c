import type { Charge } from '../charges.ts'

export const chargePix: Charge = () => ({ method: 'pix' })
