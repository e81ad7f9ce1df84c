import type { ComposedSession } from '#contract/preview.ts'
import { useComposer } from './composer-context.ts'
import { SelectField, TextField } from './controls.tsx'
import { merged, unlessEmpty } from './merged.ts'
import { Part } from './part.tsx'

const PATHS = ['collect', 'customer']
type Collected = keyof NonNullable<ComposedSession['collect']>
const COLLECTED: readonly (readonly [Collected, string])[] = [
  ['email', 'Email'],
  ['name', 'Name'],
  ['phone', 'Phone'],
  ['taxId', 'CPF or CNPJ'],
  ['billingAddress', 'Billing address'],
]
const WAYS = [
  ['required', 'Required'],
  ['optional', 'Optional'],
  ['hidden', 'Not asked'],
] as const
const KNOWN = [
  ['email', 'Email', 'ana@example.com'],
  ['name', 'Name', 'Ana Souza'],
  ['phone', 'Phone', '+5511998765432'],
  ['taxId', 'CPF or CNPJ', '529.982.247-25'],
] as const
const ADDRESS = [
  ['line1', 'Street and number'],
  ['line2', 'Apartment, floor'],
  ['city', 'City'],
  ['state', 'State'],
  ['district', 'District'],
  ['postalCode', 'Postal code'],
  ['country', 'Country, two letters'],
] as const

/** The customer's data, and the fields that the page collects. */
export function CustomerPart() {
  const { session, changeSession } = useComposer()
  const { collect = {}, customer = {} } = session
  const address = customer.billingAddress ?? {}
  const changeCustomer = (changes: Parameters<typeof merged<typeof customer>>[1]) =>
    changeSession({ customer: unlessEmpty(merged(customer, changes)) })

  return (
    <Part title="Customer" paths={PATHS}>
      <h3>What the page asks</h3>
      <div className="compose-row">
        {COLLECTED.map(([name, label]) => {
          const byDefault = name === 'email' ? 'required' : 'hidden'
          return (
            <SelectField
              key={name}
              path={`collect.${name}`}
              label={label}
              options={WAYS}
              value={collect[name] ?? byDefault}
              onValue={(way) =>
                changeSession({
                  collect: unlessEmpty(
                    merged(collect, { [name]: way === byDefault ? undefined : way }),
                  ),
                })
              }
            />
          )
        })}
      </div>
      <h3>What the shop knows already</h3>
      {KNOWN.map(([name, label, placeholder]) => (
        <TextField
          key={name}
          path={`customer.${name}`}
          label={label}
          value={customer[name]}
          onValue={(value) => changeCustomer({ [name]: value })}
          input={{ placeholder }}
        />
      ))}
      <details className="compose-more" open={customer.billingAddress !== undefined}>
        <summary>Billing address</summary>
        {ADDRESS.map(([name, label]) => (
          <TextField
            key={name}
            path={`customer.billingAddress.${name}`}
            label={label}
            value={address[name]}
            onValue={(value) =>
              changeCustomer({ billingAddress: unlessEmpty(merged(address, { [name]: value })) })
            }
          />
        ))}
      </details>
    </Part>
  )
}
