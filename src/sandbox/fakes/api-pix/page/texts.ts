import { readAcceptLanguage } from '#domain/accept-language.ts'
import { matchLocale } from '#domain/match-locale.ts'
import type { PaymentRefusal } from '../receive-pix.ts'

export interface PageTexts {
  locale: 'en' | 'pt-BR'
  bank: string
  ribbon: string
  pasteTitle: string
  pasteAbout: string
  code: string
  proceed: string
  payTitle: string
  payee: string
  cnpj: string
  amount: string
  amountToChoose: string
  message: string
  reference: string
  pay: string
  another: string
  paidTitle: string
  paidAbout: string
  endToEndId: string
  refusedTitle: string
  refusals: Readonly<Record<PaymentRefusal | 'not_an_amount', string>>
}

const en: PageTexts = {
  locale: 'en',
  bank: 'Test Bank',
  ribbon: 'Test bank: no real account, no real money',
  pasteTitle: 'Pay with Pix',
  pasteAbout: 'Paste the code that the store shows you.',
  code: 'Pix code (copia e cola)',
  proceed: 'Continue',
  payTitle: 'Confirm this Pix',
  payee: 'To',
  cnpj: 'CNPJ',
  amount: 'Amount',
  amountToChoose: 'Amount in reais, such as 25.90',
  message: 'Message',
  reference: 'Reference',
  pay: 'Pay',
  another: 'Pay another code',
  paidTitle: 'Paid',
  paidAbout: 'The store’s bank has the money, and tells the store within seconds.',
  endToEndId: 'Pix ID',
  refusedTitle: 'This code can’t be paid',
  refusals: {
    not_a_code: 'That isn’t a Pix code. Copy all of it, from 00 to its last character.',
    not_found: 'The code is not from this test bank.',
    expired: 'The code has expired. Ask the store for a new one.',
    removed: 'The store has cancelled this code.',
    already_paid: 'This code has been paid already.',
    amount_is_fixed: 'The amount of this code can’t be changed.',
    amount_is_missing: 'Type an amount of more than zero.',
    not_an_amount: 'Type an amount such as 25.90.',
  },
}

const ptBR: PageTexts = {
  locale: 'pt-BR',
  bank: 'Banco de Teste',
  ribbon: 'Banco de teste: sem conta e sem dinheiro de verdade',
  pasteTitle: 'Pagar com Pix',
  pasteAbout: 'Cole o código que a loja mostra.',
  code: 'Código Pix (copia e cola)',
  proceed: 'Continuar',
  payTitle: 'Confirme este Pix',
  payee: 'Para',
  cnpj: 'CNPJ',
  amount: 'Valor',
  amountToChoose: 'Valor em reais, por exemplo 25,90',
  message: 'Mensagem',
  reference: 'Identificador',
  pay: 'Pagar',
  another: 'Pagar outro código',
  paidTitle: 'Pago',
  paidAbout: 'O banco da loja recebeu o dinheiro e avisa a loja em segundos.',
  endToEndId: 'ID do Pix',
  refusedTitle: 'Este código não pode ser pago',
  refusals: {
    not_a_code: 'Isso não é um código Pix. Copie o código inteiro, do 00 até o último caractere.',
    not_found: 'O código não é deste banco de teste.',
    expired: 'O código expirou. Peça um novo à loja.',
    removed: 'A loja cancelou este código.',
    already_paid: 'Este código já foi pago.',
    amount_is_fixed: 'O valor deste código não pode ser alterado.',
    amount_is_missing: 'Digite um valor maior que zero.',
    not_an_amount: 'Digite um valor como 25,90.',
  },
}

const TEXTS: readonly PageTexts[] = [en, ptBR]
const LOCALES = TEXTS.map(({ locale }) => locale)

/** The texts in the language that `Accept-Language` prefers; English if it accepts none of the languages. */
export function pageTexts(acceptLanguage: string | null): PageTexts {
  const wishes = readAcceptLanguage(acceptLanguage)
  const found = wishes.map((wish) => matchLocale(wish, LOCALES)).find(Boolean)
  return TEXTS.find(({ locale }) => locale === found) ?? en
}
