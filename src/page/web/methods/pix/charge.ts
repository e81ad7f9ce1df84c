import type { Charge } from '../charge.ts'

export const chargePix: Charge = () => ({ method: 'pix' })
