import type { ReactNode } from 'react'
import { NavLink } from 'react-router'

/** What stands around every page of the workshop: where one is, and where else one can go. */
export function WorkshopFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="workshop-head">
        <p>
          Checkout <span className="badge">Sandbox</span>
        </p>
        <nav aria-label="Sandbox">
          <NavLink to="/preview">Preview</NavLink>
          <NavLink to="/notifications">Notifications</NavLink>
        </nav>
      </header>
      {children}
    </>
  )
}
