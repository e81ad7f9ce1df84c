import type { MouseEvent } from 'react'
import type { ImageSize } from '#domain/image-size.ts'
import { useTranslate } from '../use-translate.ts'
import { Picture } from './picture.tsx'

interface MerchantLinkProps {
  name: string
  /** The logo's path, or `null`. */
  logo: string | null
  logoSize: ImageSize | undefined
  url: string | null
  onBack: () => void
}

/** A logo with a larger ratio of width to height counts as a wordmark: the text of the name is then hidden visually. */
const WORDMARK_RATIO = 2

/** A link to the merchant; a plain click calls `onBack` instead. */
export function MerchantLink({ name, logo, logoSize, url, onBack }: MerchantLinkProps) {
  const t = useTranslate()
  const merchant = (
    <>
      <Picture className="logo" name={name} src={logo} size={logoSize} />
      <bdi className="merchant">{name}</bdi>
    </>
  )
  const isWordmark = logoSize !== undefined && logoSize.width / logoSize.height > WORDMARK_RATIO
  const kinds = ['back', logo !== null && 'branded', isWordmark && 'wordmark']
  const className = kinds.filter(Boolean).join(' ')
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
      aria-label={t('order.back', { merchant: name })}
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
