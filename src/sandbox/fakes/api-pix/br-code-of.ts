import { brCode } from '#domain/methods/pix/br-code.ts'
import { crc16Ccitt } from '#domain/methods/pix/crc16-ccitt.ts'
import { emvField } from '#domain/methods/pix/emv-tlv.ts'
import { amountText } from './amount.ts'
import { termsOf } from './cobs.ts'
import type { Customer } from './customers.ts'
import type { Cob } from './records.ts'

const CRC_LENGTH = 4
const CURRENCY = '5303986'
const COUNTRY = '5802BR'

/** "Pix copia e cola" of a charge: the BR Code with its location, and its amount where the payer cannot choose. */
export function brCodeOf(cob: Cob, { name, city }: Pick<Customer, 'name' | 'city'>): string {
  const code = brCode({ url: cob.location, merchantName: name, merchantCity: city })
  const { isAlterable, originalMinor } = termsOf(cob)
  if (isAlterable) return code
  const amount = emvField('54', amountText(originalMinor))
  const body = code
    .slice(0, -CRC_LENGTH)
    .replace(CURRENCY + COUNTRY, () => CURRENCY + amount + COUNTRY)
  return body + crc16Ccitt(body)
}
