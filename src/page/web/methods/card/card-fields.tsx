import { CardFrame } from '../../card/card-frame.tsx'
import { useFormState } from '../../payment-form/form-context.ts'
import { Installments } from '../../payment-form/installments.tsx'

export function CardFields() {
  const { card } = useFormState()
  return (
    <>
      {card !== null && <CardFrame card={card} />}
      <Installments />
    </>
  )
}
