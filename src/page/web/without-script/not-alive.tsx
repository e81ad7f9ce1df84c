import { NOTICE_ELEMENT_ID } from '../page-data.ts'
import type { Translate } from '#words/words.ts'

/** The page's URL without query. */
const THIS_PAGE = ''

/**
 * The notice when hydration fails, shown by `early.ts`: `noscript` does not apply, as scripts are enabled. States nothing
 * about money, since the outcome is unknown until the page loads again.
 */
export function NotAlive({ t }: { t: Translate }) {
  return (
    <p id={NOTICE_ELEMENT_ID} className="banner" role="alert" tabIndex={-1} hidden>
      {t('broken.title')}
      <br />
      <a href={THIS_PAGE}>{t('broken.text')}</a>
    </p>
  )
}
