import type { PageInstallment } from '../../contract/page.ts'
import { useSay } from '../words/use-say.ts'
import type { Say } from '../words/words.ts'
import { Field, useControl } from './field.tsx'
import { useFormState } from './form-context.ts'

export function Installments() {
  const say = useSay()
  const { checkout } = useFormState()
  const { initialValues, ...control } = useControl('installments')
  if (checkout.installments === null || checkout.installments.length < 2) return null
  return (
    <Field name="installments">
      <div className="control select">
        <select defaultValue={initialValues.installments ?? '1'} {...control}>
          {checkout.installments.map((option) => (
            <option key={option.count} value={option.count}>
              {describe(option, say)}
            </option>
          ))}
        </select>
      </div>
    </Field>
  )
}

function describe({ count, perInstallment, total, interestFree }: PageInstallment, say: Say) {
  const amount = perInstallment.text
  if (count === 1) return say('installments.once', { amount })
  return interestFree
    ? say('installments.interest-free', { count, amount })
    : say('installments.with-interest', { count, amount, total: total.text })
}
