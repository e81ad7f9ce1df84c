import { useState } from 'react'
import type { ComposedSession } from '#contract/preview.ts'
import { LIMITS } from '#contract/limits.ts'
import { exponentOf, isCurrency } from '#domain/currency.ts'
import { useComposer } from './composer-context.ts'
import { DecimalField, TextField } from './controls.tsx'
import { Fault } from './field.tsx'
import { LineFields } from './line-fields.tsx'
import { removed, replaced } from './merged.ts'
import { Part } from './part.tsx'
import { SumFields } from './sum-fields.tsx'

const PATHS = [
  'lineItems',
  'discounts',
  'shipping',
  'tax',
  'amount',
  'currency',
  'orderReference',
  'description',
]
const CURRENCIES = ['BRL', 'USD', 'EUR', 'GBP', 'MXN', 'ARS', 'CLP', 'JPY', 'AED', 'KWD']
const NEW_LINE = { name: 'Another item', quantity: 1 }
const EXPONENT_DEFAULT = 2
const PRICE_OF_NEW_LINE = 10

/** The decimal places of the composed currency; two for an unknown one. */
export function exponentIn({ currency = 'BRL' }: ComposedSession): number {
  return isCurrency(currency) ? exponentOf(currency) : EXPONENT_DEFAULT
}

/** The line items and totals. */
export function OrderPart() {
  const { session, changeSession } = useComposer()
  const exponent = exponentIn(session)
  // Collapsed on phones, where it would push the page out of view.
  const [isWide] = useState(() => window.matchMedia('(width > 840px)').matches)
  const lines = session.lineItems
  const addLine = () => {
    const unitAmount = PRICE_OF_NEW_LINE * 10 ** exponent
    changeSession({ amount: undefined, lineItems: [...(lines ?? []), { ...NEW_LINE, unitAmount }] })
  }
  const changeLines = (next: NonNullable<typeof lines>) =>
    changeSession({ lineItems: next.length === 0 ? undefined : next })

  return (
    <Part title="Order" paths={PATHS} open={isWide}>
      <TextField
        path="currency"
        label="Currency"
        value={session.currency}
        onValue={(currency) => changeSession({ currency: currency?.toUpperCase() })}
        hint={session.currency === undefined ? "The merchant's." : undefined}
        input={{ list: 'currencies', maxLength: 3, className: 'short', spellCheck: false }}
      />
      <datalist id="currencies">
        {CURRENCIES.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </datalist>

      <h3>Lines</h3>
      <Fault path="lineItems" />
      {lines?.map((line, index) => (
        <LineFields
          // Lines have no id, only their position.
          key={`${lines.length} ${index}`}
          index={index}
          line={line}
          exponent={exponent}
          onChange={(changed) => changeLines(replaced(lines, index, changed))}
          onRemove={() => changeLines(removed(lines, index))}
        />
      ))}
      {(lines?.length ?? 0) < LIMITS.lineItemsMax && (
        <button type="button" className="quiet" onClick={addLine}>
          Add a line
        </button>
      )}
      {(lines === undefined || session.amount !== undefined) && (
        <DecimalField
          path="amount"
          label="Total"
          exponent={exponent}
          value={session.amount}
          onValue={(amount) => changeSession({ amount })}
          hint={lines && 'Must be what the lines come to; it may be left out.'}
        />
      )}

      <SumFields exponent={exponent} />

      <TextField
        path="orderReference"
        label="Your order's number"
        value={session.orderReference}
        onValue={(orderReference) => changeSession({ orderReference })}
      />
      <TextField
        path="description"
        label="Description"
        value={session.description}
        onValue={(description) => changeSession({ description })}
      />
    </Part>
  )
}
