import type { FrameTexts } from '../../card-frame/frame-document.ts'
import type { Language } from '#words/languages.ts'
import { sayIn } from '#words/say-in.ts'

const CODE_LENGTHS = [3, 4] as const
const [CODE_LENGTH_USUAL] = CODE_LENGTHS

/** Texts of the card frame in one language, taken from the page's words. */
export function frameTexts({ tag, direction }: Language): FrameTexts {
  const say = sayIn(tag)
  const codeHint = (count: number) => say('hint.card-code', { count })
  return {
    locale: tag,
    direction,
    title: say('method.card'),
    labels: {
      'card-number': say('field.card-number'),
      'card-expiry': say('field.card-expiry'),
      'card-code': say('field.card-code'),
      'card-name': say('field.card-name'),
    },
    hints: {
      expiry: say('hint.card-expiry'),
      code: codeHint(CODE_LENGTH_USUAL),
      codeInFront: say('hint.card-code.front'),
      name: say('hint.card-name'),
    },
    words: {
      errors: {
        'card-number': {
          missing: say('error.card-number.missing'),
          wrong: say('error.card-number.wrong'),
        },
        'card-expiry': {
          missing: say('error.card-expiry.missing'),
          wrong: say('error.card-expiry.wrong'),
          month: say('error.card-expiry.month'),
          past: say('error.card-expiry.past'),
        },
        'card-code': {
          missing: say('error.card-code.missing'),
          wrong: say('error.card-code.wrong'),
          again: say('error.card-code.again'),
        },
        'card-name': {
          missing: say('error.card-name.missing'),
          wrong: say('error.card-name.wrong'),
        },
      },
      codeHints: Object.fromEntries(CODE_LENGTHS.map((count) => [count, codeHint(count)])),
    },
  }
}
