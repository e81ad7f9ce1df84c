import { NavLink, useParams } from 'react-router'
import type { Me } from '#contract/dashboard/me.ts'
import { PageKeys } from '../keys/page-keys.tsx'
import { useTranslate } from '../words/use-language.ts'
import { type PlaceOfPerson, placesOfMerchant, placesOfOperator } from './places.ts'

const PLACES_ID = 'places'

/** Links to the places that a person may see: the operator's, and those of the merchant in the address. */
export function Navigation({ me }: { me: Me }) {
  const t = useTranslate()
  const { merchantId: inAddress } = useParams()
  const isOperator = me.memberships.some(({ merchantId }) => merchantId === null)
  // A person who works for one merchant always sees that merchant's places.
  const merchantId = inAddress ?? (isOperator ? undefined : me.memberships[0]?.merchantId)
  const ofOperator = isOperator ? placesOfOperator(me) : []
  const ofMerchant = merchantId == null ? [] : placesOfMerchant(me, merchantId)
  // Within a merchant, a key leads to the merchant's own place.
  const byKey = new Map([...ofOperator, ...ofMerchant].map((place) => [place.key, place]))
  const start = { to: '/', key: 'h', name: t('home.title') }
  const named = [...byKey.values()].map(({ to, key, word }) => ({ to, key, name: t(word) }))
  return (
    <>
      <div id={PLACES_ID} popover="auto" className="places-menu">
        <Places label={t('nav.operator')} places={ofOperator} />
        <Places label={t('nav.of-merchant')} places={ofMerchant} />
      </div>
      <PageKeys places={[start, ...named]} />
    </>
  )
}

/** Opens the menu of places on a phone; wider screens always show it. */
export function PlacesButton() {
  const t = useTranslate()
  return (
    <button type="button" className="quiet places-button" popoverTarget={PLACES_ID}>
      {t('nav.menu')}
    </button>
  )
}

function hidePlaces(): void {
  document.getElementById(PLACES_ID)?.hidePopover()
}

function Places({ label, places }: { label: string; places: readonly PlaceOfPerson[] }) {
  const t = useTranslate()
  if (places.length === 0) return null
  return (
    <nav aria-label={label} className="places">
      {places.map(({ to, word }) => (
        <NavLink key={to} to={to} onClick={hidePlaces}>
          {t(word)}
        </NavLink>
      ))}
    </nav>
  )
}
