import { LIMITS } from '#contract/limits.ts'
import { PAYMENT_METHODS } from '#contract/payment.ts'
import { defaultMethods } from '#domain/methods/default-methods.ts'
import { useComposer } from './composer-context.ts'
import { CheckField, DecimalField, NumberField, SelectField } from './controls.tsx'
import { Fault } from './field.tsx'
import { merged } from './merged.ts'
import { METHOD_NAMES, METHOD_TERMS } from './methods.tsx'
import { notDefault } from './not-default.ts'
import { exponentIn } from './order-part.tsx'
import { Part } from './part.tsx'

const PATHS = [
  'paymentMethods',
  'captureMethod',
  'installments',
  ...METHOD_TERMS.map(({ method }) => method),
  'expiresInSeconds',
]
const SESSION_TIMES = [
  ['900', '15 minutes'],
  ['3600', '1 hour'],
  ['86400', '1 day (default)'],
  ['259200', '3 days'],
  ['604800', '7 days'],
  ['2592000', '30 days'],
] as const
const CAPTURES = [
  ['automatic', 'at once (default)'],
  ['manual', 'when the merchant captures it'],
] as const
const FIRST_PLAN = { max: 12, interestFree: 3, monthlyInterestBasisPoints: 199 }

/** The payment methods and the expiry. */
export function PaymentPart() {
  const { session, changeSession } = useComposer()
  const methods: readonly string[] =
    session.paymentMethods ??
    defaultMethods({
      currency: session.currency ?? 'BRL',
      amountMinor: session.amount,
      captureMethod: session.captureMethod === 'manual' ? 'manual' : undefined,
    })
  const plan = session.installments
  const changePlan = (changes: Parameters<typeof merged<NonNullable<typeof plan>>>[1]) =>
    changeSession({ installments: merged(plan ?? {}, changes) })

  return (
    <Part title="Payment" paths={PATHS}>
      <Methods methods={methods} onChange={(paymentMethods) => changeSession({ paymentMethods })} />
      <SelectField
        path="captureMethod"
        label="The money is taken"
        options={CAPTURES}
        value={session.captureMethod ?? 'automatic'}
        onValue={(captureMethod) =>
          // Most methods cannot be held: the defaults are those that can.
          changeSession({
            captureMethod: captureMethod === 'manual' ? captureMethod : undefined,
            paymentMethods: undefined,
          })
        }
      />
      <CheckField
        label="Installments by card"
        checked={plan !== undefined}
        onChange={(isThere) => changeSession({ installments: isThere ? FIRST_PLAN : undefined })}
      />
      {plan && (
        <fieldset className="compose-item">
          <legend className="visually-hidden">Installments</legend>
          <div className="compose-row">
            <NumberField
              path="installments.max"
              label="At most"
              value={plan.max}
              onValue={(max) => changePlan({ max })}
            />
            <NumberField
              path="installments.interestFree"
              label="Free of interest up to"
              value={plan.interestFree}
              onValue={(interestFree) => changePlan({ interestFree })}
            />
          </div>
          <div className="compose-row">
            <DecimalField
              path="installments.monthlyInterestBasisPoints"
              label="Interest, % a month"
              exponent={2}
              value={plan.monthlyInterestBasisPoints}
              onValue={(monthlyInterestBasisPoints) => changePlan({ monthlyInterestBasisPoints })}
            />
            <DecimalField
              path="installments.minimumPerInstallment"
              label="None less than"
              exponent={exponentIn(session)}
              value={plan.minimumPerInstallment}
              onValue={(minimumPerInstallment) => changePlan({ minimumPerInstallment })}
            />
          </div>
        </fieldset>
      )}
      {METHOD_TERMS.filter(({ method }) => methods.includes(method)).map(({ method, Terms }) => (
        <Terms key={method} />
      ))}
      <SelectField
        path="expiresInSeconds"
        label="The session is open for"
        options={SESSION_TIMES}
        value={String(session.expiresInSeconds ?? LIMITS.expiresInSecondsDefault)}
        onValue={(seconds) =>
          changeSession(
            notDefault('expiresInSeconds', seconds, LIMITS.expiresInSecondsDefault) ?? {
              expiresInSeconds: undefined,
            },
          )
        }
      />
    </Part>
  )
}

interface MethodsProps {
  methods: readonly string[]
  onChange: (methods: string[] | undefined) => void
}

/** The chosen methods in the order of the page, then the others. */
function Methods({ methods, onChange }: MethodsProps) {
  const others = PAYMENT_METHODS.filter((method) => !methods.includes(method))
  const change = (next: string[]) =>
    onChange(next.join() === PAYMENT_METHODS.join() ? undefined : next)
  return (
    <fieldset className="compose-methods">
      <legend>Methods, in this order</legend>
      <Fault path="paymentMethods" />
      <ul>
        {[...methods, ...others].map((method) => {
          const place = methods.indexOf(method)
          const name = METHOD_NAMES[method] ?? method
          return (
            <li key={method}>
              <CheckField
                label={name}
                checked={place >= 0}
                onChange={(isTaken) =>
                  change(
                    isTaken ? [...methods, method] : methods.filter((other) => other !== method),
                  )
                }
              />
              {place > 0 && (
                <button
                  type="button"
                  className="quiet"
                  onClick={() => change([method, ...methods.filter((other) => other !== method)])}
                >
                  Show {name} first
                </button>
              )}
              {place >= 0 && <Fault path={`paymentMethods.${place}`} />}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
