const BANK_CODE = /^\d{3}$/
const FREE_FIELD = /^\d{25}$/
const DATE = /^\d{4}-\d{2}-\d{2}$/
const REAL = '9'
const MILLISECONDS_A_DAY = 86_400_000

/** R$ 99 999 999.99 in centavos: the barcode has ten digits for the amount. */
export const BOLETO_AMOUNT_MINOR_MAX = 9_999_999_999

/** The day of factor 1000. After 9999 (2025-02-21) factors start again at 1000. */
const FIRST_DUE_DATE = Date.UTC(2000, 6, 3)
const FACTOR_MIN = 1000
const FACTORS = 9000

export interface BoletoSlip {
  /** The bank's COMPE code, three digits. */
  bankCode: string
  amountMinor: number
  /** `YYYY-MM-DD` */
  dueDate: string
  /** "Campo livre": 25 digits whose layout each bank defines. */
  freeField: string
}

export interface Boleto {
  /** 44 digits, drawn as Interleaved 2 of 5 (`itf25.ts`). */
  barcode: string
  /** "Linha digitável", 47 digits: the barcode's content for typing, with a check digit in each field. */
  digitableLine: string
}

/**
 * Barcode and digitable line of a boleto in reais (Banco Central, Carta-Circular 2.926; due-date factor restarted by
 * FEBRABAN on 2025-02-22). Throws a RangeError for a malformed argument.
 */
export function boleto({ bankCode, amountMinor, dueDate, freeField }: BoletoSlip): Boleto {
  if (!BANK_CODE.test(bankCode)) throw new RangeError('a bank code has three digits')
  if (!FREE_FIELD.test(freeField)) throw new RangeError('a free field has 25 digits')
  if (!Number.isInteger(amountMinor) || amountMinor < 1 || amountMinor > BOLETO_AMOUNT_MINOR_MAX) {
    throw new RangeError('a boleto is worth 0.01 to 99 999 999.99')
  }
  const bank = bankCode + REAL
  const dueAndAmount = dueDateFactor(dueDate) + String(amountMinor).padStart(10, '0')
  const checkDigit = modulo11(bank + dueAndAmount + freeField)
  const fields = [bank + freeField.slice(0, 5), freeField.slice(5, 15), freeField.slice(15)]
  return {
    barcode: bank + checkDigit + dueAndAmount + freeField,
    digitableLine:
      fields.map((field) => field + modulo10(field)).join('') + checkDigit + dueAndAmount,
  }
}

/** The digitable line as printed: `AAAAA.AAAAA BBBBB.BBBBBB CCCCC.CCCCCC D EEEEEEEEEEEEEE`. */
export function formatDigitableLine(digitableLine: string): string {
  return digitableLine.replace(
    /^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/,
    '$1.$2 $3.$4 $5.$6 $7 $8',
  )
}

function dueDateFactor(dueDate: string): string {
  const time = DATE.test(dueDate) ? Date.parse(`${dueDate}T00:00:00Z`) : Number.NaN
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(dueDate)
  if (!exists || time < FIRST_DUE_DATE) {
    throw new RangeError('a due date is a day from 2000-07-03 on, as YYYY-MM-DD')
  }
  const days = (time - FIRST_DUE_DATE) / MILLISECONDS_A_DAY
  return String(FACTOR_MIN + (days % FACTORS))
}

/** Check digit modulo 10 (Luhn): weights 2 and 1 in turn from the right, digit sums of the products. */
function modulo10(digits: string): string {
  const sum = Array.from(digits).reduceRight((sum, digit, index) => {
    const product = Number(digit) * ((digits.length - index) % 2 === 1 ? 2 : 1)
    return sum + (product > 9 ? product - 9 : product)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/** Check digit modulo 11: weights 2 to 9 in turn from the right; 0, 10 and 11 become 1. */
function modulo11(digits: string): string {
  const sum = Array.from(digits).reduceRight(
    (sum, digit, index) => sum + Number(digit) * (2 + ((digits.length - 1 - index) % 8)),
    0,
  )
  const digit = 11 - (sum % 11)
  return digit > 9 ? '1' : String(digit)
}
