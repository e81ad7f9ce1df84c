import type { PageActionTexts, PageLocalInstant } from '#contract/page.ts'
import { translateIn } from '#words/translate-in.ts'
import type { Translate } from '#words/words.ts'

interface PixCode {
  /** The name as banks show it. */
  payee: string
  /** The time of day at which the code expires, with its time zone and without. */
  until: { withZone: string; local: PageLocalInstant }
}

/** The texts of the actions' screens in one language. */
export function actionTexts(locale: string) {
  const t = translateIn(locale)
  return {
    challenge: () => challengeTexts(t),
    /** The texts around the bank's frame. */
    challengeFrame: () => ({
      open: t('challenge.dialog.open'),
      close: t('challenge.dialog.close'),
    }),
    pix: (code: PixCode) => pixTexts(t, code),
    boleto: () => boletoTexts(t),
  }
}

function challengeTexts(t: Translate): PageActionTexts['challenge'] {
  return {
    title: t('challenge.title'),
    text: t('challenge.text'),
    button: t('challenge.button'),
  }
}

function pixTexts(t: Translate, { payee, until }: PixCode): PageActionTexts['pix'] {
  const lastStep = t('pix.step.payee', { merchant: payee })
  const untilTime = (time: string) => t('pix.until', { time })
  return {
    title: t('pix.title'),
    copySteps: [t('pix.step.copy'), t('pix.step.paste'), lastStep],
    scanSteps: [t('pix.step.open'), t('pix.step.scan'), lastStep],
    orScan: t('pix.or-scan'),
    code: t('pix.code'),
    qr: t('pix.qr'),
    copy: t('pix.copy'),
    next: t('pix.next'),
    waiting: t('pix.waiting', { time: '{time}' }),
    over: t('pix.over'),
    until: untilTime(until.withZone),
    untilLocal: { ...until.local, text: untilTime(until.local.text) },
  }
}

function boletoTexts(t: Translate): PageActionTexts['boleto'] {
  return {
    title: t('boleto.title'),
    how: t('boleto.how'),
    due: t('boleto.due'),
    amount: t('boleto.amount'),
    line: t('boleto.line'),
    barcode: t('boleto.barcode'),
    copy: t('boleto.copy'),
    pdf: t('boleto.pdf'),
    waiting: t('boleto.waiting'),
  }
}
