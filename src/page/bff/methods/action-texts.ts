import type { PageActionTexts, PageLocalInstant } from '#contract/page.ts'
import { sayIn } from '#words/say-in.ts'
import type { Say } from '#words/words.ts'

interface PixCode {
  /** The name as banks show it. */
  payee: string
  /** The time of day at which the code expires, with its time zone and without. */
  until: { withZone: string; local: PageLocalInstant }
}

/** The texts of the actions' screens in one language. */
export function actionTexts(locale: string) {
  const say = sayIn(locale)
  return {
    challenge: () => challengeTexts(say),
    /** The texts around the bank's frame. */
    challengeFrame: () => ({
      open: say('challenge.dialog.open'),
      close: say('challenge.dialog.close'),
    }),
    pix: (code: PixCode) => pixTexts(say, code),
    boleto: () => boletoTexts(say),
  }
}

function challengeTexts(say: Say): PageActionTexts['challenge'] {
  return {
    title: say('challenge.title'),
    text: say('challenge.text'),
    button: say('challenge.button'),
  }
}

function pixTexts(say: Say, { payee, until }: PixCode): PageActionTexts['pix'] {
  const lastStep = say('pix.step.payee', { merchant: payee })
  const untilTime = (time: string) => say('pix.until', { time })
  return {
    title: say('pix.title'),
    copySteps: [say('pix.step.copy'), say('pix.step.paste'), lastStep],
    scanSteps: [say('pix.step.open'), say('pix.step.scan'), lastStep],
    orScan: say('pix.or-scan'),
    code: say('pix.code'),
    qr: say('pix.qr'),
    copy: say('pix.copy'),
    next: say('pix.next'),
    waiting: say('pix.waiting', { time: '{time}' }),
    over: say('pix.over'),
    until: untilTime(until.withZone),
    untilLocal: { ...until.local, text: untilTime(until.local.text) },
  }
}

function boletoTexts(say: Say): PageActionTexts['boleto'] {
  return {
    title: say('boleto.title'),
    how: say('boleto.how'),
    due: say('boleto.due'),
    amount: say('boleto.amount'),
    line: say('boleto.line'),
    barcode: say('boleto.barcode'),
    copy: say('boleto.copy'),
    pdf: say('boleto.pdf'),
    waiting: say('boleto.waiting'),
  }
}
