import { LIMITS } from '#contract/limits.ts'
import { parseColour } from '#domain/brand/colour.ts'
import { BrandSample } from './brand-sample.tsx'
import { useComposer } from './composer-context.ts'
import { NumberField, TextField } from './controls.tsx'
import { Part } from './part.tsx'

const PATHS = ['merchant']
/** The page's default. */
const COLOUR_DEFAULT = '#1b4dff'
const LOGO_HINT = 'Here a grey picture stands for it: logos are fetched for real sessions only.'

/** The merchant's name and brand, which are settings of the merchant, not of a session. */
export function LookPart() {
  const { merchant, changeMerchant } = useComposer()
  const colour = parseColour(merchant.color ?? COLOUR_DEFAULT)
  return (
    <Part title="Shop and look" paths={PATHS}>
      <TextField
        path="merchant.name"
        label="Name of the shop"
        value={merchant.name}
        onValue={(name) => changeMerchant({ name })}
        input={{ maxLength: LIMITS.nameLengthMax }}
      />
      <TextField
        path="merchant.country"
        label="Country"
        value={merchant.country}
        onValue={(country) => changeMerchant({ country: country?.toUpperCase() })}
        hint="Two letters. Times are written as they are there."
        input={{ maxLength: 2, className: 'short', spellCheck: false }}
      />
      <div className="compose-colour">
        <TextField
          path="merchant.color"
          label="Colour"
          value={merchant.color}
          onValue={(color) => changeMerchant({ color: color?.toLowerCase() })}
          input={{ placeholder: COLOUR_DEFAULT, maxLength: 7, spellCheck: false }}
        />
        <input
          type="color"
          aria-label="Pick the colour"
          value={colour === undefined ? COLOUR_DEFAULT : (merchant.color ?? COLOUR_DEFAULT)}
          onChange={({ target }) => changeMerchant({ color: target.value })}
        />
      </div>
      {colour !== undefined && <BrandSample colour={colour} radiusPx={merchant.radiusPx} />}
      <NumberField
        path="merchant.radiusPx"
        label="Radius of corners, in pixels"
        value={merchant.radiusPx}
        onValue={(radiusPx) => changeMerchant({ radiusPx })}
        hint="0 to 24; 10 when left out."
        input={{ className: 'short' }}
      />
      <TextField
        path="merchant.logoUrl"
        label="Address of the logo"
        value={merchant.logoUrl}
        onValue={(logoUrl) => changeMerchant({ logoUrl })}
        hint={LOGO_HINT}
        input={{ inputMode: 'url', spellCheck: false }}
      />
    </Part>
  )
}
