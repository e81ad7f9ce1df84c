import type { PageCheckout } from '../../../contract/page.ts'
import type { PaymentMethod } from '../../../contract/payment.ts'
import { useSay } from '../use-say.ts'
import { CardFields } from './card-fields.tsx'
import { NameField, TaxIdField } from './customer-fields.tsx'
import { isOnlyForBoleto } from './fields.ts'

/** What one method says and asks for. */
export function MethodPanel({
  method,
  checkout,
}: {
  method: PaymentMethod
  checkout: PageCheckout
}) {
  const say = useSay()
  switch (method) {
    case 'card':
      return <CardFields />
    case 'pix':
      return <p className="how">{say('method.pix.how')}</p>
    case 'boleto':
      return (
        <>
          <p className="how">{say('method.boleto.how')}</p>
          {isOnlyForBoleto(checkout, 'name') && <NameField />}
          {isOnlyForBoleto(checkout, 'tax-id') && <TaxIdField />}
        </>
      )
  }
}
