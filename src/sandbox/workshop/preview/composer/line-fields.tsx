import type { ComposedSession } from '#contract/preview.ts'
import { DecimalField, NumberField, TextField } from './controls.tsx'
import { Fault } from './field.tsx'
import { merged } from './merged.ts'

type Line = NonNullable<ComposedSession['lineItems']>[number]

interface LineFieldsProps {
  index: number
  line: Line
  exponent: number
  onChange: (line: Line) => void
  onRemove: () => void
}

export function LineFields({ index, line, exponent, onChange, onRemove }: LineFieldsProps) {
  const path = `lineItems.${index}`
  const change = (changes: { [Key in keyof Line]?: Line[Key] | undefined }) =>
    onChange(merged(line, changes))
  return (
    <fieldset className="compose-item">
      <legend className="visually-hidden">Line {index + 1}</legend>
      <Fault path={path} />
      <TextField
        path={`${path}.name`}
        label="Name"
        value={line.name}
        onValue={(name) => change({ name })}
      />
      <div className="compose-row">
        <NumberField
          path={`${path}.quantity`}
          label="Quantity"
          value={line.quantity}
          onValue={(quantity) => change({ quantity })}
        />
        <DecimalField
          path={`${path}.unitAmount`}
          label="Price of one"
          exponent={exponent}
          value={line.unitAmount}
          onValue={(unitAmount) => change({ unitAmount })}
        />
      </div>
      <div className="compose-foot">
        <details className="compose-more">
          <summary>Description and picture</summary>
          <TextField
            path={`${path}.description`}
            label="Description"
            value={line.description}
            onValue={(description) => change({ description })}
          />
          <TextField
            path={`${path}.imageUrl`}
            label="Address of its picture"
            value={line.imageUrl}
            onValue={(imageUrl) => change({ imageUrl })}
            hint="Here a grey one stands for it: pictures are fetched for real sessions only."
            input={{ inputMode: 'url', spellCheck: false }}
          />
        </details>
        <button
          type="button"
          className="quiet compose-remove"
          onClick={onRemove}
          aria-label={`Remove line ${index + 1}`}
        >
          Remove
        </button>
      </div>
    </fieldset>
  )
}
