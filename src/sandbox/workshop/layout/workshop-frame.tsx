import type { ReactNode } from 'react'
import { NavLink } from 'react-router'

/** The header and navigation of every page for merchants. */
export function WorkshopFrame({ adminUrl, children }: WorkshopFrameProps) {
  return (
    <>
      <header className="workshop-head">
        <p>
          Checkout <span className="badge">Sandbox</span>
        </p>
        <nav aria-label="Sandbox">
          <NavLink to="/preview">Preview</NavLink>
          <a href={adminUrl}>Dashboard</a>
        </nav>
      </header>
      {children}
    </>
  )
}

interface WorkshopFrameProps {
  /** The address of the dashboard. */
  adminUrl: string
  children: ReactNode
}
