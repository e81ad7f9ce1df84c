import { addressOf, AFTER_FORM, type Visit } from './visit.ts'

/** The page's own asking, for those without script: so often, and of this address. */
export interface Refresh {
  seconds: number
  address: string
}

/** Slow enough to copy or to scan a code in peace. */
const PIX_SECONDS = 15
const UNDECIDED_SECONDS = 5

/** Asks again by itself while an outcome may come any moment. */
export function refreshOf(visit: Pick<Visit, 'screen' | 'search'>): Refresh | null {
  const address = addressOf(visit, AFTER_FORM)
  switch (visit.screen) {
    case 'pix':
      return { seconds: PIX_SECONDS, address }
    case 'checking':
    case 'processing':
      return { seconds: UNDECIDED_SECONDS, address }
    case 'open':
    case 'challenge':
    case 'boleto':
    case 'paid':
    case 'paid-already':
    case 'expired':
    case 'canceled':
      return null
  }
}
