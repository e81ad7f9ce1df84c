import { brandOf } from '../../domain/card-number.ts'
import { BRAND_NAMES } from '../card/card-brands.ts'
import { CardMark } from '../card/card-mark.tsx'
import { useSay } from '../words/use-say.ts'
import { TextField } from './field.tsx'
import { useFormState } from './form-context.ts'
import { codeLengthOfNumber } from './formats.ts'
import { Installments } from './installments.tsx'
import { digitsOf } from './rules.ts'

const CODE_LENGTH_USUAL = 3
/** Long enough for people who write spaces or dashes of their own. */
const CARD_NUMBER_LENGTH_MAX = 30

export function CardFields() {
  const say = useSay()
  const { cardNumber } = useFormState()
  const codeLength = codeLengthOfNumber(cardNumber) ?? CODE_LENGTH_USUAL
  const isCodeInFront = codeLength !== CODE_LENGTH_USUAL
  return (
    <>
      <TextField
        name="card-number"
        autoComplete="cc-number"
        inputMode="numeric"
        dir="ltr"
        spellCheck={false}
        maxLength={CARD_NUMBER_LENGTH_MAX}
        placeholder="0000 0000 0000 0000"
        inside={<DetectedBrand cardNumber={cardNumber} />}
      />
      <div className="row">
        <TextField
          name="card-expiry"
          autoComplete="cc-exp"
          inputMode="numeric"
          dir="ltr"
          spellCheck={false}
          placeholder={say('hint.card-expiry')}
        />
        <TextField
          name="card-code"
          autoComplete="cc-csc"
          inputMode="numeric"
          dir="ltr"
          spellCheck={false}
          placeholder={say('hint.card-code', { count: codeLength })}
          inside={<CodePlace isInFront={isCodeInFront} />}
        />
      </div>
      {isCodeInFront && <p className="hint below">{say('hint.card-code.front')}</p>}
      <TextField
        name="card-name"
        autoComplete="cc-name"
        autoCapitalize="words"
        spellCheck={false}
        placeholder={say('hint.card-name')}
      />
      <Installments />
    </>
  )
}

function DetectedBrand({ cardNumber }: { cardNumber: string }) {
  const brand = brandOf(digitsOf(cardNumber))
  if (brand === undefined) return null
  return (
    <span className="inside">
      <span className="visually-hidden">{BRAND_NAMES[brand]}</span>
      <CardMark brand={brand} />
    </span>
  )
}

/** A small card that shows where the code is printed. */
function CodePlace({ isInFront }: { isInFront: boolean }) {
  return (
    <svg className="inside" width="30" height="22" viewBox="0 0 30 22" aria-hidden="true">
      <rect
        x="1"
        y="1"
        width="28"
        height="20"
        rx="3"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
      />
      {!isInFront && <path d="M1 7h28" stroke="currentColor" strokeWidth="3" />}
      <rect
        x="17"
        y={isInFront ? 5 : 12}
        width="9"
        height="5"
        rx="1"
        fill="currentColor"
        opacity={isInFront ? 1 : 0.6}
      />
    </svg>
  )
}
