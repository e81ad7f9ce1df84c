import { readAcceptLanguage } from '#domain/accept-language.ts'
import { matchLocale } from '#domain/match-locale.ts'
import type { Choice } from '../records.ts'

export interface ChallengeTexts {
  locale: 'en' | 'pt-BR'
  bank: string
  ribbon: string
  title: string
  merchant: string
  amount: string
  card: string
  choices: Readonly<Record<Choice, string>>
  closedTitle: string
  closed: string
  leftTitle: string
  left: string
}

const en: ChallengeTexts = {
  locale: 'en',
  bank: 'Test Issuer',
  ribbon: 'Test bank: no real card, no real money',
  title: 'Is it you who pays?',
  merchant: 'To',
  amount: 'Amount',
  card: 'Card',
  choices: {
    pass: 'Yes, pay',
    fail: 'Not me: fail',
    cancel: 'Cancel',
    close: 'Leave without an answer',
  },
  closedTitle: 'This question is closed',
  closed: 'It has been answered, its time is over, or it is not from this test bank.',
  leftTitle: 'You can close this page',
  left: 'The store is told nothing.',
}

const ptBR: ChallengeTexts = {
  locale: 'pt-BR',
  bank: 'Emissor de Teste',
  ribbon: 'Banco de teste: sem cartão e sem dinheiro de verdade',
  title: 'É você quem paga?',
  merchant: 'Para',
  amount: 'Valor',
  card: 'Cartão',
  choices: {
    pass: 'Sim, pagar',
    fail: 'Não sou eu: falhar',
    cancel: 'Cancelar',
    close: 'Sair sem responder',
  },
  closedTitle: 'Esta pergunta está encerrada',
  closed: 'Já foi respondida, o prazo acabou, ou não é deste banco de teste.',
  leftTitle: 'Você pode fechar esta página',
  left: 'A loja não fica sabendo de nada.',
}

const TEXTS: readonly ChallengeTexts[] = [en, ptBR]
const LOCALES = TEXTS.map(({ locale }) => locale)

/** The texts in the language that `Accept-Language` prefers; English if it accepts none of the languages. */
export function challengeTexts(acceptLanguage: string | null): ChallengeTexts {
  const wishes = readAcceptLanguage(acceptLanguage)
  const found = wishes.map((wish) => matchLocale(wish, LOCALES)).find(Boolean)
  return TEXTS.find(({ locale }) => locale === found) ?? en
}
