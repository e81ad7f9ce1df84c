import type { PageCheckout } from '#contract/page.ts'
import { LANGUAGES } from '#words/languages.ts'
import { useTranslate } from '../use-translate.ts'
import { Chevron } from './chevron.tsx'
import { useFoldAway } from './use-fold-away.ts'

interface FooterProps {
  locale: string
  /** Absent on a page without a session. */
  merchant: PageCheckout['merchant'] | undefined
}

/** Who sells, and a language picker of plain links: the server renders the chosen language. */
export function Footer({ locale, merchant }: FooterProps) {
  const t = useTranslate()
  const fold = useFoldAway()
  const current = LANGUAGES.find(({ tag }) => tag === locale)
  return (
    <footer className="small">
      {merchant && <Merchant {...merchant} />}
      <span>Hosted Checkout</span>
      <details className="languages" ref={fold}>
        <summary>
          <Globe />
          <span className="visually-hidden">{`${t('page.language')}:`}</span>
          <span>{current?.name}</span>
          <Chevron />
        </summary>
        <nav aria-label={t('page.language')}>
          {LANGUAGES.map(({ tag, name }) => (
            <a
              key={tag}
              href={`?locale=${tag}`}
              lang={tag}
              aria-current={tag === locale ? 'true' : undefined}
            >
              {name}
            </a>
          ))}
        </nav>
      </details>
    </footer>
  )
}

function Merchant({ seller, links }: PageCheckout['merchant']) {
  const t = useTranslate()
  const { help, terms, privacy } = links
  return (
    <p className="seller">
      {seller !== null && (
        <>
          <bdi>{seller}</bdi>
          <br />
        </>
      )}
      {help !== null && <a href={help}>{t('merchant.help')}</a>}
      {terms !== null && <AwayLink href={terms}>{t('merchant.terms')}</AwayLink>}
      {privacy !== null && <AwayLink href={privacy}>{t('merchant.privacy')}</AwayLink>}
    </p>
  )
}

/** A link that opens a new tab, so that the text typed on this page is kept. */
function AwayLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
    </a>
  )
}

function Globe() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <path
        d="M7 1a6 6 0 1 0 0 12A6 6 0 0 0 7 1Zm0 0c3.4 3.4 3.4 8.6 0 12M7 1c-3.4 3.4-3.4 8.6 0 12M1 7h12"
        fill="none"
        stroke="currentColor"
      />
    </svg>
  )
}
