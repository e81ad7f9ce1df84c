import type { PageInstallment } from '../../../contract/page.ts'
import { useSay } from '../use-say.ts'
import type { Say } from '../../../words/words.ts'
import { SelectField } from './field.tsx'
import { useFormState } from './form-context.ts'

export function Installments() {
  const say = useSay()
  const { checkout } = useFormState()
  if (checkout.installments === null || checkout.installments.length < 2) return null
  const options = checkout.installments.map(
    (option) => [String(option.count), describe(option, say)] as const,
  )
  return <SelectField name="installments" options={options} />
}

function describe({ count, perInstallment, total, interestFree }: PageInstallment, say: Say) {
  const amount = perInstallment.text
  if (count === 1) return say('installments.once', { amount })
  return interestFree
    ? say('installments.interest-free', { count, amount })
    : say('installments.with-interest', { count, amount, total: total.text })
}
