import { Money } from '../../parts/money.tsx'
import { useMoney } from '../../parts/use-money.ts'
import { useTranslate } from '../../words/use-language.ts'

/** Asks for an amount between one minor unit and `most`, and shows what it changes, or why it is none. */
export function AmountField({
  id,
  typed,
  amount,
  most,
  currency,
  changes,
  onType,
}: AmountFieldProps) {
  const t = useTranslate()
  const money = useMoney()
  const understood = `${id}-understood`
  const inMoney = (minor: number) => ({ amount: minor, currency })
  return (
    <>
      <label className="field">
        {t('payments.refund-amount', { currency })}
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          aria-invalid={amount === undefined}
          aria-describedby={understood}
          onChange={({ target }) => onType(target.value)}
        />
      </label>
      <output id={understood}>
        {amount === undefined ? (
          <span className="trouble">
            {t('payments.refund-wrong', {
              least: money(inMoney(1)),
              most: money(inMoney(most)),
            })}
          </span>
        ) : (
          <dl className="before-after">
            {changes(amount).map(([label, minor]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <Money {...inMoney(minor)} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </output>
    </>
  )
}

interface AmountFieldProps {
  id: string
  typed: string
  /** In minor units; undefined while what is typed is none. */
  amount: number | undefined
  most: number
  currency: string
  /** Labels and amounts in minor units, before and after. */
  changes: (amount: number) => [label: string, minor: number][]
  onType: (text: string) => void
}
