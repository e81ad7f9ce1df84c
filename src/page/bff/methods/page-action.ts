import type { Checkout, PaymentAction } from '#contract/checkout.ts'
import type { PageAction } from '#contract/page.ts'
import { formatDay, formatLocalTime, formatTime, timeZoneOfMerchant } from '#domain/format-date.ts'
import { localOf } from '../local-instant.ts'
import { actionTexts } from './action-texts.ts'

/** The action that a payment requires, with the texts of its screen. */
export function pageAction(action: PaymentAction, checkout: Checkout, locale: string): PageAction {
  const texts = actionTexts(locale)
  switch (action.type) {
    case 'boleto':
      return { ...action, dueDateText: formatDay(action.dueDate, locale), texts: texts.boleto() }
    case 'challenge': {
      const origin = URL.parse(action.url)?.origin
      const isFramed = checkout.challengeFrameOrigins.some((listed) => listed === origin)
      return {
        ...action,
        texts: texts.challenge(),
        ...(isFramed && { frame: texts.challengeFrame() }),
      }
    }
    case 'pix': {
      const { merchant } = checkout
      const payee = checkout.payment?.payeeName ?? merchant.legalName ?? merchant.name
      const withZone = formatTime(action.expiresAt, locale, timeZoneOfMerchant(merchant))
      const local = localOf(action.expiresAt, locale, merchant, formatLocalTime)
      return {
        ...action,
        texts: texts.pix({ payee, until: { withZone, local } }),
      }
    }
  }
}
