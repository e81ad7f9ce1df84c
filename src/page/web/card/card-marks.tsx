import { BrandMark } from '../marks/mark.tsx'
import { useFormState } from '../payment-form/form-context.ts'

const SHOWN = 4

/** The merchant's familiar brands; while a number is typed, those of other cards fade. */
export function CardMarks() {
  const { checkout, card } = useFormState()
  const { brands } = checkout.merchant
  const typed = card?.brand
  return (
    <>
      {brands.slice(0, SHOWN).map((brand) => (
        <BrandMark key={brand} name={brand} isFaded={typed != null && brand !== typed} />
      ))}
      <bdi aria-hidden="true">{`+${brands.length - SHOWN}`}</bdi>
    </>
  )
}
