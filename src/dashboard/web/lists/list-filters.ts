import { useLocation, useSearchParams } from 'react-router'

/** Names of the address that narrow a list. */
export type Filters<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** The filters of the address; what it has beside them, as the zone, is left alone. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const filters = Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  ) as Filters<Name>

  /** Where the list is with these filters instead. */
  function addressWith(other: Filters<Name>): string {
    const next = new URLSearchParams(search)
    for (const name of names) next.delete(name)
    for (const [name, value] of Object.entries<string | undefined>(other))
      if (value !== undefined && value !== '') next.set(name, value)
    return `${pathname}?${next}`
  }

  return { filters, addressWith }
}
