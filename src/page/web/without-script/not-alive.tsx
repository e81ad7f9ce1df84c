import { NOTICE_ELEMENT_ID } from '../page-data.ts'
import type { Say } from '#words/words.ts'

/** The page's URL without query. */
const THIS_PAGE = ''

/**
 * The notice when hydration fails, shown by `early.ts`: `noscript` does not apply, as scripts are enabled. States nothing
 * about money, since the outcome is unknown until the page loads again.
 */
export function NotAlive({ say }: { say: Say }) {
  return (
    <p id={NOTICE_ELEMENT_ID} className="banner" role="alert" tabIndex={-1} hidden>
      {say('broken.title')}
      <br />
      <a href={THIS_PAGE}>{say('broken.text')}</a>
    </p>
  )
}
