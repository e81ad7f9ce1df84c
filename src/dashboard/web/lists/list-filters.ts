import { useLocation, useSearchParams } from 'react-router'

/** Filters of a list, by the names of their query parameters. */
export type Filters<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** The filters of the address. Its other parameters, such as the zone, are ignored and kept. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const filters = Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  ) as Filters<Name>

  /** The address of the list with these filters instead. */
  function addressWith(other: Filters<Name>): string {
    const next = new URLSearchParams(search)
    for (const name of names) next.delete(name)
    for (const [name, value] of Object.entries<string | undefined>(other))
      if (value !== undefined && value !== '') next.set(name, value)
    return `${pathname}?${next}`
  }

  return { filters, addressWith }
}
