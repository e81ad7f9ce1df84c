import { describe, expect, it } from 'vitest'
import type { Explanation } from '#contract/dashboard/timeline.ts'
import { explainPayment } from '#domain/explain-payment.ts'
import {
  deliveryOf,
  eventOf,
  everyTimeline,
  LATER,
  paymentOf,
  timelineOf,
} from '#proof/testing/timelines.ts'
import { DASHBOARD_TAGS, dashboardTagOf, writeExplanation } from './dashboard-words.ts'
import { DASHBOARD_WORDS } from './tables/dashboard.ts'

const timeZone = 'America/Sao_Paulo'

/** One example of each sentence, from all timelines. */
function everySentence(): Explanation[] {
  const seen = new Map<string, Explanation>()
  for (const timeline of everyTimeline()) {
    const explanation = explainPayment(timeline)
    const { verdict, say, next } = explanation
    const sentences = [...verdict, ...say.map(({ key, values }) => ({ key: `say ${key}`, values }))]
    for (const { key, values } of [...sentences, next])
      seen.set(`${key} ${Object.keys(values).join()} ${codesOf(values)}`, explanation)
  }
  return [...seen.values()]
}

const codesOf = (values: object) =>
  [...JSON.stringify(values).matchAll(/"(?:code|method)":"(\w+)"/g)].map(([, code]) => code).join()

/** Made once: all timelines take longer to explain than their sentences to write. */
const EXAMPLES = everySentence()

describe.each(DASHBOARD_TAGS)('%s', (language) => {
  it('writes every sentence of every timeline whole', () => {
    expect(EXAMPLES.length).toBeGreaterThan(50)
    for (const explanation of EXAMPLES) {
      const shopperLocale = language
      const { verdict, say, next } = writeExplanation(explanation, {
        language,
        shopperLocale,
        timeZone,
      })
      for (const text of [verdict, say.text, next]) {
        expect(text).toMatch(/^\S.*[.!]$/)
        expect(text).not.toMatch(/[{}]|undefined|null|NaN/)
      }
    }
  })

  it('tells nobody on the phone that a card is lost, stolen, blocked or suspected', () => {
    const { saidDeclines } = DASHBOARD_WORDS[language]
    for (const code of ['lost_card', 'stolen_card', 'card_blocked', 'suspected_fraud'] as const)
      expect(saidDeclines[code]).toBe(saidDeclines.card_declined)
  })
})

const timeline = timelineOf({
  session: { status: 'complete' },
  payments: [paymentOf()],
  events: [eventOf('session.completed', [deliveryOf('succeeded', 2)])],
})

describe('writeExplanation', () => {
  it("writes amounts and times as the language does, in the merchant's zone", () => {
    const write = (language: 'en' | 'pt-BR', shopperLocale: string | null) => {
      const { verdict, say, next } = writeExplanation(explainPayment(timeline), {
        language,
        shopperLocale,
        timeZone,
      })
      return [verdict, say.text, next].map((text) => text.replaceAll(/\s/g, ' '))
    }
    expect(LATER).toBe('2026-11-20T17:07:00.000Z')
    expect(write('en', 'pt-BR')).toEqual([
      'Paid: R$259.90 by Pix at Nov 20, 2026, 2:07 PM GMT-3. The shop was notified at Nov 20, 2026, 12:00 PM GMT-3, after 2 tries, and answered 204.',
      'Seu pagamento de R$ 259,90 por Pix chegou em 20 de nov. de 2026, 14:07 BRT. A loja já foi avisada.',
      'There is nothing to do.',
    ])
    // The shopper's language is not known.
    expect(write('pt-BR', null)[1]).toMatch(/^Seu pagamento/)
    expect(write('pt-BR', 'en-GB')[1]).toBe(
      'Your payment of R$259.90 by Pix arrived at Nov 20, 2026, 2:07 PM GMT-3. The shop has been told.',
    )
  })

  it('says why a receiver gave no answer, and names what it does not know', () => {
    const write = (error: string) => {
      const delivery = deliveryOf('pending', 1)
      const attempts = delivery.attempts.map((attempt) => ({ ...attempt, statusCode: null, error }))
      const events = [eventOf('session.completed', [{ ...delivery, attempts }])]
      const explanation = explainPayment({ ...timeline, events })
      return writeExplanation(explanation, { language: 'en', shopperLocale: null, timeZone })
        .verdict
    }
    expect(write('connection_refused')).toContain(
      'last answer: none, since it refused the connection. Next try:',
    )
    expect(write('of_before')).toContain('last answer: of_before. Next try:')
  })

  it.each([
    ['pt-BR', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['en-AU', 'en'],
    ['de', 'en'],
    ['', 'en'],
  ])('speaks to a shopper who reads %s in %s', (locale, tag) => {
    expect(dashboardTagOf(locale)).toBe(tag)
  })
})
