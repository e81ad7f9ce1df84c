import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PageCheckout } from '../../contract/page.ts'
import { type Arrival, arrivalOf } from './arrival.ts'

/** The arrival, kept for the visit; and the address without it, since loading again is not another return. */
export function useArrival(initial: PageCheckout): Arrival {
  const [search, setSearch] = useSearchParams()
  const [arrival] = useState(() => arrivalOf(initial, search))

  useEffect(() => {
    if (search.get('from') === null) return
    const rest = new URLSearchParams(search)
    rest.delete('from')
    setSearch(rest, { replace: true })
  }, [search, setSearch])

  return arrival
}
