import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PageCheckout } from '#contract/page.ts'
import { type Arrival, arrivalOf } from './arrival.ts'

const WAYS = ['from', 'pay'] as const

/** Keeps the arrival and removes its parameters from the URL, so that a reload is not another return. */
export function useArrival(initial: PageCheckout): Arrival {
  const [search, setSearch] = useSearchParams()
  const [arrival] = useState(() => arrivalOf(initial, search))

  useEffect(() => {
    if (!WAYS.some((name) => search.has(name))) return
    const rest = new URLSearchParams(search)
    for (const name of WAYS) rest.delete(name)
    setSearch(rest, { replace: true })
  }, [search, setSearch])

  return arrival
}
