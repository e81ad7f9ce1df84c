import { languageName } from '../language-name.ts'
import { useComposer } from './composer-context.ts'
import { SelectField, TextField } from './controls.tsx'
import { Part } from './part.tsx'

const PATHS = ['locale', 'successUrl', 'cancelUrl', 'merchant.id', 'merchantId']
const URL_INPUT = { inputMode: 'url', spellCheck: false } as const

/** The session's locale, return URLs and merchant. */
export function LinkPart({ locales }: { locales: readonly string[] }) {
  const { session, merchant, changeSession, changeMerchant } = useComposer()
  return (
    <Part title="Language and return" paths={PATHS}>
      <SelectField
        path="locale"
        label="Language"
        options={[
          ['auto', "The shopper's browser's (default)"],
          ...locales.map((locale) => [locale, languageName(locale)] as const),
        ]}
        value={session.locale ?? 'auto'}
        onValue={(locale) => changeSession({ locale: locale === 'auto' ? undefined : locale })}
      />
      <TextField
        path="successUrl"
        label="After paying, back to"
        value={session.successUrl}
        onValue={(successUrl) => changeSession({ successUrl })}
        hint="Its origin must be registered for the merchant."
        input={URL_INPUT}
      />
      <TextField
        path="cancelUrl"
        label="Without paying, back to"
        value={session.cancelUrl}
        onValue={(cancelUrl) => changeSession({ cancelUrl })}
        input={URL_INPUT}
      />
      <TextField
        path="merchant.id"
        label="Id of the merchant"
        value={merchant.id}
        onValue={(id) => changeMerchant({ id: id?.trim() })}
        hint="For the call below. It will stand in the address of this page."
        input={{ spellCheck: false, placeholder: '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e' }}
      />
    </Part>
  )
}
