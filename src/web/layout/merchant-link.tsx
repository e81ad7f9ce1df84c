import { useSay } from '../words/use-say.ts'
import { initialOf } from './initial.ts'

/** The shop, and the way back to it. */
export function MerchantLink({ name, url }: { name: string; url: string | null }) {
  const say = useSay()
  const merchant = (
    <>
      <span className="logo" aria-hidden="true">
        {initialOf(name)}
      </span>
      <bdi className="merchant">{name}</bdi>
    </>
  )
  if (url === null) return <p className="back">{merchant}</p>
  return (
    <a className="back" href={url} aria-label={say('order.back', { merchant: name })}>
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
