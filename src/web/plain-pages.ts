import { LANGUAGES } from './words/languages.ts'
import { plainPageWords } from './words/plain-pages.ts'

export interface PlainText {
  title: string
  text: string
}

/** The pages that are no session, in one language. */
export interface PlainPages {
  locale: string
  direction: 'ltr' | 'rtl'
  home: PlainText
  notFound: PlainText
  /** The number of the request follows its text. */
  broken: PlainText
  /** A form without script that nobody has read. */
  formRefused: PlainText
  /** In the place of the card's frame. */
  cardRefused: PlainText
}

export function plainPages(locale: string): PlainPages {
  const { tag, direction, words } = LANGUAGES.find(({ tag }) => tag === locale) ?? LANGUAGES[0]
  const plain = plainPageWords(tag)
  return {
    locale: tag,
    direction,
    home: { title: 'Hosted Checkout', text: plain.home },
    notFound: { title: words['not-found.title'], text: words['not-found.text'] },
    broken: {
      title: words['broken.title'],
      text: `${words['broken.text']} ${words['broken.request']}`,
    },
    formRefused: { title: plain.formTitle, text: plain.formText },
    cardRefused: { title: plain.cardTitle, text: plain.cardText },
  }
}
