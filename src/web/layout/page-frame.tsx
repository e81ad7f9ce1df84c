import type { ReactNode } from 'react'
import { SandboxBanner } from '../sandbox/sandbox-banner.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Footer } from './footer.tsx'

interface PageFrameProps {
  /** The order beside the screen; a page without one is centred. */
  summary?: ReactNode
  isUnreachable?: boolean
  languages: readonly [tag: string, name: string][]
  locale: string
  children: ReactNode
}

/** What stands on every page: banners above, the order and the screen side by side, the small print below. */
export function PageFrame({
  summary,
  isUnreachable = false,
  languages,
  locale,
  children,
}: PageFrameProps) {
  return (
    <>
      {import.meta.env.MODE === 'sandbox' && <SandboxBanner locale={locale} />}
      <ConnectionBanner isUnreachable={isUnreachable} />
      <div className={summary === undefined ? 'sheet alone' : 'sheet'}>
        {summary}
        <main className="pay">{children}</main>
        <Footer languages={languages} locale={locale} />
      </div>
    </>
  )
}
