import { LIMITS } from '#contract/limits.ts'
import type { ComposedSession } from '#contract/preview.ts'
import { useComposer } from './composer-context.ts'
import { CheckField, DecimalField, TextField } from './controls.tsx'
import { Fault } from './field.tsx'
import { merged, removed, replaced } from './merged.ts'

type Labeled = NonNullable<ComposedSession['shipping']>

/** Discounts, shipping and tax. */
export function SumFields({ exponent }: { exponent: number }) {
  const { session, changeSession } = useComposer()
  const discounts = session.discounts ?? []
  const changeDiscounts = (next: Labeled[]) =>
    changeSession({ discounts: next.length === 0 ? undefined : next })
  return (
    <>
      <h3>Discounts, shipping, tax</h3>
      <Fault path="discounts" />
      {discounts.map((discount, index) => (
        <LabeledAmount
          // Discounts have no id, only their position.
          key={`${discounts.length} ${index}`}
          path={`discounts.${index}`}
          title={`Discount ${index + 1}`}
          exponent={exponent}
          value={discount}
          onChange={(changed) => changeDiscounts(replaced(discounts, index, changed))}
          onRemove={() => changeDiscounts(removed(discounts, index))}
        />
      ))}
      {discounts.length < LIMITS.discountsMax && (
        <button
          type="button"
          className="quiet"
          onClick={() =>
            changeDiscounts([...discounts, { label: 'Coupon', amount: 10 ** exponent }])
          }
        >
          Add a discount
        </button>
      )}
      {(['shipping', 'tax'] as const).map((name) => {
        const value = session[name]
        const title = name === 'shipping' ? 'Shipping' : 'Tax'
        return (
          <div key={name}>
            <CheckField
              label={title}
              checked={value !== undefined}
              onChange={(isThere) =>
                changeSession({ [name]: isThere ? { label: title, amount: 0 } : undefined })
              }
            />
            {value && (
              <LabeledAmount
                path={name}
                title={title}
                exponent={exponent}
                value={value}
                onChange={(changed) => changeSession({ [name]: changed })}
              />
            )}
          </div>
        )
      })}
    </>
  )
}

interface LabeledAmountProps {
  path: string
  title: string
  exponent: number
  value: Labeled
  onChange: (value: Labeled) => void
  onRemove?: () => void
}

function LabeledAmount({ path, title, exponent, value, onChange, onRemove }: LabeledAmountProps) {
  return (
    <fieldset className="compose-item">
      <legend className="visually-hidden">{title}</legend>
      <div className="compose-row">
        <TextField
          path={`${path}.label`}
          label="Words"
          value={value.label}
          onValue={(label) => onChange(merged(value, { label }))}
        />
        <DecimalField
          path={`${path}.amount`}
          label="Amount"
          exponent={exponent}
          value={value.amount}
          onValue={(amount) => onChange(merged(value, { amount }))}
        />
      </div>
      {onRemove && (
        <button
          type="button"
          className="quiet compose-remove"
          onClick={onRemove}
          aria-label={`Remove ${title.toLowerCase()}`}
        >
          Remove
        </button>
      )}
    </fieldset>
  )
}
