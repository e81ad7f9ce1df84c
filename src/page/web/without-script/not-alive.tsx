import { NOTICE_ELEMENT_ID } from '../page-data.ts'
import type { Say } from '../../../words/words.ts'

/** Its own address, whatever its query says. */
const THIS_PAGE = ''

/**
 * For those whose browser runs scripts and did not get ours: no `noscript` is theirs. `early.ts` shows it. Says nothing
 * about money, as nobody knows; loading the page again tells.
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
