import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'

/** A link to this list with changed filters. An empty value removes its filter. */
export function FilterLink({ change, isHere = false, label, children }: FilterLinkProps) {
  const [search] = useSearchParams()
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change))
    if (value === '') next.delete(name)
    else next.set(name, value)
  return (
    <Link
      to={{ search: next.toString() }}
      aria-label={label}
      title={label}
      aria-current={isHere ? 'page' : undefined}
    >
      {children}
    </Link>
  )
}

interface FilterLinkProps {
  change: Readonly<Record<string, string>>
  isHere?: boolean
  label?: string
  children: ReactNode
}
