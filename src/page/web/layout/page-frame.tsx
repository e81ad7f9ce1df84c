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

/** What stands on every page: banners above, the order and the screen side by side, the small print below. */
export function PageFrame({ summary, isUnreachable = false, page, children }: PageFrameProps) {
  return (
    <>
      {page.additions?.banner}
      <ConnectionBanner isUnreachable={isUnreachable} />
      <div className={summary === undefined ? 'sheet alone' : 'sheet'}>
        {summary}
        <main className="pay">{children}</main>
        <Footer locale={page.locale} />
      </div>
    </>
  )
}
