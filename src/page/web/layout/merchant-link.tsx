import type { MouseEvent } from 'react'
import { useSay } from '../use-say.ts'
import { Picture } from './picture.tsx'

interface MerchantLinkProps {
  name: string
  /** The logo's path, or `null`. */
  logo: string | null
  url: string | null
  onBack: () => void
}

/** A link to the merchant; a plain click calls `onBack` instead. */
export function MerchantLink({ name, logo, url, onBack }: MerchantLinkProps) {
  const say = useSay()
  const merchant = (
    <>
      <Picture className="logo" name={name} src={logo} />
      <bdi className="merchant">{name}</bdi>
    </>
  )
  const className = logo === null ? 'back' : 'back branded'
  if (url === null) return <p className={className}>{merchant}</p>
  const goBack = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onBack()
  }
  return (
    <a
      className={className}
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
