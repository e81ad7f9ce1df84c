import { NavLink, useParams } from 'react-router'
import type { Me } from '../../../contract/dashboard/me.ts'
import { useSay } from '../words/use-language.ts'
import { placesOfMerchant, placesOfOperator } from './places.ts'

/** The places that a person may see: the operator's, and those of the merchant in the address. */
export function Navigation({ me }: { me: Me }) {
  const say = useSay()
  const { merchantId: inAddress } = useParams()
  const isOperator = me.memberships.some(({ merchantId }) => merchantId === null)
  // Whoever works for one merchant has no other place.
  const merchantId = inAddress ?? (isOperator ? undefined : me.memberships[0]?.merchantId)
  return (
    <>
      {isOperator && <Places label={say('nav.operator')} places={placesOfOperator(me)} />}
      {merchantId != null && (
        <Places label={say('nav.of-merchant')} places={placesOfMerchant(me, merchantId)} />
      )}
    </>
  )
}

function Places({ label, places }: { label: string; places: ReturnType<typeof placesOfOperator> }) {
  const say = useSay()
  if (places.length === 0) return null
  return (
    <nav aria-label={label} className="places">
      {places.map(({ to, word }) => (
        <NavLink key={to} to={to}>
          {say(word)}
        </NavLink>
      ))}
    </nav>
  )
}
