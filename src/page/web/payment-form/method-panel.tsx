import type { PageCheckout } from '#contract/page.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { METHOD_PARTS } from '../methods/methods.ts'
import { NeededFields } from './customer-fields.tsx'

/** The panel of one method: its text and fields. */
export function MethodPanel({
  method,
  checkout,
}: {
  method: PaymentMethod
  checkout: PageCheckout
}) {
  const { Panel } = METHOD_PARTS[method]
  return (
    <>
      <Panel />
      <NeededFields checkout={checkout} method={method} />
    </>
  )
}
