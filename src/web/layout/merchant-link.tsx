import type { MouseEvent } from 'react'
import { useSay } from '../words/use-say.ts'
import { initialOf } from './initial.ts'

interface MerchantLinkProps {
  name: string
  url: string | null
  onBack: () => void
}

/** The shop, and the way back to it: a plain link, which a plain click takes through `onBack`. */
export function MerchantLink({ name, url, onBack }: MerchantLinkProps) {
  const say = useSay()
  const merchant = (
    <>
      <span className="logo" data-initial={initialOf(name)} />
      <bdi className="merchant">{name}</bdi>
    </>
  )
  if (url === null) return <p className="back">{merchant}</p>
  const goBack = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onBack()
  }
  return (
    <a
      className="back"
      href={url}
      onClick={goBack}
      aria-label={say('order.back', { merchant: name })}
    >
      <BackArrow />
      {merchant}
    </a>
  )
}

function BackArrow() {
  return (
    <svg className="arrow" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <path d="M13 7H1.5M6 2 1 7l5 5" fill="none" stroke="currentColor" strokeWidth="1.4" />
    </svg>
  )
}
