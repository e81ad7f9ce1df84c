import type { FrameTexts } from '../../card-frame/frame-document.ts'
import type { Language } from '#words/languages.ts'
import { translateIn } from '#words/translate-in.ts'

const CODE_LENGTHS = [3, 4] as const
const [CODE_LENGTH_USUAL] = CODE_LENGTHS

/** Texts of the card frame in one language, taken from the page's words. */
export function frameTexts({ tag, direction }: Language): FrameTexts {
  const t = translateIn(tag)
  const codeHint = (count: number) => t('hint.card-code', { count })
  return {
    locale: tag,
    direction,
    title: t('method.card'),
    labels: {
      'card-number': t('field.card-number'),
      'card-expiry': t('field.card-expiry'),
      'card-code': t('field.card-code'),
      'card-name': t('field.card-name'),
    },
    hints: {
      expiry: t('hint.card-expiry'),
      code: codeHint(CODE_LENGTH_USUAL),
      codeInFront: t('hint.card-code.front'),
      name: t('hint.card-name'),
    },
    words: {
      errors: {
        'card-number': {
          missing: t('error.card-number.missing'),
          wrong: t('error.card-number.wrong'),
        },
        'card-expiry': {
          missing: t('error.card-expiry.missing'),
          wrong: t('error.card-expiry.wrong'),
          month: t('error.card-expiry.month'),
          past: t('error.card-expiry.past'),
        },
        'card-code': {
          missing: t('error.card-code.missing'),
          wrong: t('error.card-code.wrong'),
          again: t('error.card-code.again'),
        },
        'card-name': {
          missing: t('error.card-name.missing'),
          wrong: t('error.card-name.wrong'),
        },
      },
      codeHints: Object.fromEntries(CODE_LENGTHS.map((count) => [count, codeHint(count)])),
    },
  }
}
