import { CardFrame } from '../card/card-frame.tsx'
import { useFormState } from './form-context.ts'
import { Installments } from './installments.tsx'

export function CardFields() {
  const { card } = useFormState()
  return (
    <>
      {card !== null && <CardFrame card={card} />}
      <Installments />
    </>
  )
}
