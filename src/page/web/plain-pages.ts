import type { PlainPages, PlainText } from '#contract/page.ts'
import { languageOf } from '#words/languages.ts'
import { PAGE_WORDS } from '#words/tables/page.ts'
import { PLAIN_WORDS } from '#words/tables/plain.ts'

interface AllPlainPages extends PlainPages {
  /** Replaces the card frame. */
  cardRefused: PlainText
}

export function plainPages(locale: string): AllPlainPages {
  const { tag, direction } = languageOf(locale)
  const words = PAGE_WORDS[tag]
  const plain = PLAIN_WORDS[tag]
  return {
    locale: tag,
    direction,
    home: { title: 'Hosted Checkout', text: plain.home },
    notFound: { title: words['not-found.title'], text: words['not-found.text'] },
    broken: {
      title: words['broken.title'],
      text: `${words['broken.text']} ${words['broken.request']}`,
    },
    tooOften: {
      title: words['refused.rate_limited.title'],
      text: words['refused.rate_limited.text'],
    },
    busy: { title: plain.busyTitle, text: plain.busyText },
    formRefused: { title: plain.formTitle, text: plain.formText },
    challengeReturn: { title: words['checking.title'], text: words['processing.text'] },
    cardRefused: { title: plain.cardTitle, text: plain.cardText },
  }
}
