import type { FieldProblem } from '#contract/problem.ts'
import type { Customer } from '#contract/session.ts'
import { asciiDigits } from '#domain/ascii-digits.ts'
import { readPhone } from './read-phone.ts'

export interface Normal {
  customer: Customer
  errors: FieldProblem[]
}

/**
 * A customer as it is stored: the phone number in E.164, digits of any script as 0 to 9. A number without + is read in
 * `phoneCountry`, or else in the country of the billing address.
 */
export function normalCustomer(
  customer: Customer,
  { merchantCountry, phoneCountry }: { merchantCountry: string; phoneCountry?: string | undefined },
): Normal {
  const { phone, taxId, billingAddress } = customer
  const postalCode = billingAddress?.postalCode
  const country = phoneCountry ?? billingAddress?.country ?? merchantCountry
  const number = phone === undefined ? undefined : readPhone(phone, country)
  const isWrong = phone !== undefined && number === undefined
  const message = `must be a phone number as in +5511998765432, or as it is dialled in ${country}, without an extension`
  return {
    customer: {
      ...customer,
      ...(number !== undefined && { phone: number }),
      ...(taxId !== undefined && { taxId: asciiDigits(taxId) }),
      ...(billingAddress &&
        postalCode !== undefined && {
          billingAddress: { ...billingAddress, postalCode: asciiDigits(postalCode) },
        }),
    },
    errors: isWrong ? [{ path: 'customer.phone', code: 'invalid_format', message }] : [],
  }
}
