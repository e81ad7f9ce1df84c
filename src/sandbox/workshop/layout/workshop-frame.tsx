import type { ReactNode } from 'react'
import { NavLink } from 'react-router'

/** The header and navigation of every page for merchants. */
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
