export interface ChallengeTexts {
  /** The language as HTML and `Intl` name it. */
  locale: string
  bank: string
  ribbon: string
  title: string
  explanation: string
  merchant: string
  amount: string
  card: string
  cardEndingIn: string
  complete: string
  fail: string
  cancel: string
  notFoundTitle: string
  notFound: string
}

const en: ChallengeTexts = {
  locale: 'en',
  bank: 'Sandbox Bank',
  ribbon: 'Simulator: no real bank, no real money',
  title: 'Confirm this payment',
  explanation:
    'Here the bank that issued your card would ask whether it is you. In the sandbox you choose what it finds out.',
  merchant: 'Store',
  amount: 'Amount',
  card: 'Card',
  cardEndingIn: 'ending in',
  complete: 'Complete authentication',
  fail: 'Fail authentication',
  cancel: 'Cancel',
  notFoundTitle: 'This page does not exist',
  notFound: 'The address is not complete, or belongs to no payment of this sandbox.',
}

const pt: ChallengeTexts = {
  locale: 'pt-BR',
  bank: 'Banco Sandbox',
  ribbon: 'Simulador: sem banco de verdade, sem dinheiro de verdade',
  title: 'Confirme este pagamento',
  explanation:
    'Aqui o banco que emitiu o cartão perguntaria se é você mesmo. No sandbox, você escolhe a resposta dele.',
  merchant: 'Loja',
  amount: 'Valor',
  card: 'Cartão',
  cardEndingIn: 'com final',
  complete: 'Concluir autenticação',
  fail: 'Recusar autenticação',
  cancel: 'Cancelar',
  notFoundTitle: 'Esta página não existe',
  notFound: 'O endereço está incompleto ou não pertence a nenhum pagamento deste sandbox.',
}

const es: ChallengeTexts = {
  locale: 'es',
  bank: 'Banco Sandbox',
  ribbon: 'Simulador: ni banco ni dinero de verdad',
  title: 'Confirma este pago',
  explanation:
    'Aquí el banco que emitió la tarjeta preguntaría si eres tú. En el sandbox eliges lo que averigua.',
  merchant: 'Tienda',
  amount: 'Importe',
  card: 'Tarjeta',
  cardEndingIn: 'terminada en',
  complete: 'Completar autenticación',
  fail: 'Rechazar autenticación',
  cancel: 'Cancelar',
  notFoundTitle: 'Esta página no existe',
  notFound: 'La dirección está incompleta o no pertenece a ningún pago de este sandbox.',
}

export const CHALLENGE_LANGUAGES = ['en', 'pt', 'es'] as const
export type ChallengeLanguage = (typeof CHALLENGE_LANGUAGES)[number]

/** All that the challenge page says, by language. */
export const CHALLENGE_TEXTS: Record<ChallengeLanguage, ChallengeTexts> = { en, pt, es }
