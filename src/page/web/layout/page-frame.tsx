import type { ReactNode } from 'react'
import type { Page } from '../additions.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { Footer } from './footer.tsx'

interface PageFrameProps {
  /** The order beside the screen; a page without one is centred. */
  summary?: ReactNode
  isUnreachable?: boolean
  page: Page
  children: ReactNode
}

/** The layout of every page: banners, order and screen side by side, footer. */
export function PageFrame({ summary, isUnreachable = false, page, children }: PageFrameProps) {
  return (
    <>
      {page.additions?.banner}
      <ConnectionBanner isUnreachable={isUnreachable} />
      <div className={summary === undefined ? 'sheet alone' : 'sheet'}>
        {summary}
        <main className="pay">{children}</main>
        <Footer locale={page.locale} merchant={page.checkout?.merchant} />
      </div>
    </>
  )
}
