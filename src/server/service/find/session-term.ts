import type { Reading } from '#domain/find-query.ts'
import { minorOf } from '#domain/typed-amount.ts'
import type { SessionTerm } from '../../database/sessions/find-sessions.ts'
import { referenceHash } from '../keys/reference.ts'

/** Names of references that one payment has alone. */
const NAMES_AT_PROCESSORS = ['processorReference', 'txid']
/** The numbers of decimals of currencies in which people pay; currencies with four decimals are units of account. */
const EXPONENTS = [2, 0, 3]

/** The terms by which a reading finds sessions: at most three; none for a reading of something else. */
export function sessionTermsOf(reading: Reading): SessionTerm[] {
  switch (reading.kind) {
    case 'id': {
      const { prefix, id } = reading
      return prefix === 'cs' || prefix === 'pay' || prefix === 're' || prefix === 'dp'
        ? [{ by: 'id', prefix, id }]
        : []
    }
    case 'reference':
      return [{ by: 'referenceHash', hash: referenceHash(reading.reference) }]
    case 'endToEndId':
      return [{ by: 'endToEndId', endToEndId: reading.endToEndId }]
    case 'processorReference': {
      const { reference } = reading
      return [
        {
          by: 'processorReference',
          names: NAMES_AT_PROCESSORS,
          reference,
          bankNumber: reference,
        },
      ]
    }
    case 'email':
      return [{ by: 'email', value: reading.email }]
    case 'taxId':
      return [{ by: 'taxId', value: reading.taxId }]
    case 'phone':
      return [{ by: 'phone', value: reading.phone }]
    case 'lastFour': {
      const { lastFour, decimal } = reading
      return amountsOf(decimal).map((amount) => ({ by: 'lastFour', lastFour, ...amount }))
    }
    case 'amount':
      return amountsOf(reading.decimal).map((amount) => ({ by: 'amount', ...amount }))
    case 'slip':
      return [{ by: 'slip', name: reading.name, digits: reading.digits }]
    case 'order':
      return [{ by: 'order', orderReferences: reading.orderReferences }]
    case 'merchantId':
    case 'merchantName':
      return []
  }
}

/** 259.90 is 25990 in reais, 259900 in dinars, and nothing in yen. */
function amountsOf(decimal: string): { amount: number; exponent: number }[] {
  return EXPONENTS.flatMap((exponent) => {
    const amount = minorOf(decimal, exponent)
    return amount === undefined ? [] : [{ amount, exponent }]
  })
}
