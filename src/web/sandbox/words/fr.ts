import type { SandboxWords } from '../sandbox-words.ts'

export const fr: SandboxWords = {
  banner: 'Sandbox. Aucun argent réel ne circule ici.',
  testValues: 'Cartes et e-mails de test',
  paid: 'payée',
  declined: 'refusée',
  insufficientFunds: 'solde insuffisant',
  challenge: 'confirmée auprès de la banque',
  processing: 'd’abord « en cours de traitement », puis payée',
  noAnswer: 'la banque ne répond pas : « vérification », puis payée',
  paidAtOnce: 'Pix ou boleto, payé aussitôt',
  expiresAtOnce: 'Pix ou boleto, expiré aussitôt',
  neverPaid: 'Pix ou boleto, jamais payé',
  anyExpiryAndCode: 'N’importe quelle date d’expiration future, n’importe quel code de sécurité.',
}
