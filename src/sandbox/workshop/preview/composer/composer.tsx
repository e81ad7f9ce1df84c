import { type ReactNode, useMemo } from 'react'
import type { Composition } from '#contract/preview.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { PRESETS } from '../presets.ts'
import { ComposerContext } from './composer-context.ts'
import { CustomerPart } from './customer-part.tsx'
import { fieldId } from './field-id.ts'
import { LinkPart } from './link-part.tsx'
import { LookPart } from './look-part.tsx'
import { OrderPart } from './order-part.tsx'
import { PaymentPart } from './payment-part.tsx'

interface ComposerProps {
  composition: Composition
  errors: readonly FieldProblem[]
  locales: readonly string[]
  onChange: (composition: Composition, chosen?: boolean) => void
  notice: ReactNode
}

/** The form of a session, with the fields of `POST /v1/sessions`. */
export function Composer({ composition, errors, locales, onChange, notice }: ComposerProps) {
  const state = useMemo(
    () => ({ composition, errors, change: onChange }),
    [composition, errors, onChange],
  )
  return (
    <ComposerContext value={state}>
      <section className="composer" aria-labelledby="composer-title">
        <h2 id="composer-title">The session</h2>
        <ul className="presets" aria-label="Examples">
          {PRESETS.map(({ name, composition }) => (
            <li key={name}>
              <button type="button" className="quiet" onClick={() => onChange(composition, true)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
        {notice}
        <output>{errors.length > 0 && <Refusal errors={errors} />}</output>
        <form onSubmit={(event) => event.preventDefault()} autoComplete="off">
          <OrderPart />
          <PaymentPart />
          <LookPart />
          <CustomerPart />
          <LinkPart locales={locales} />
        </form>
      </section>
    </ComposerContext>
  )
}

/** The errors of the composition, each with a link to its field. */
function Refusal({ errors }: { errors: readonly FieldProblem[] }) {
  return (
    <div className="refusal">
      <p>The API would refuse this session:</p>
      <ul>
        {errors.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <a href={`#${fieldId(path)}`} onClick={(event) => goTo(event, path)}>
              <code>{path}</code>
            </a>{' '}
            {message}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Opens the collapsed parts around a field before it gets the focus. */
function goTo(event: React.MouseEvent, path: string): void {
  event.preventDefault()
  const field = document.getElementById(fieldId(path))
  for (
    let around = field?.closest('details');
    around;
    around = around.parentElement?.closest('details')
  )
    around.open = true
  field?.focus()
}
