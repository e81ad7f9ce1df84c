import type { AllSandboxWords } from '../sandbox-words.ts'

export const fr: AllSandboxWords = {
  banner: 'Sandbox. Aucun argent réel ne circule ici.',
  testValues: 'Cartes et e-mails de test',
  paid: 'payée',
  declined: 'refusée',
  insufficientFunds: 'solde insuffisant',
  challenge: 'confirmée auprès de la banque',
  processing: 'd’abord « en cours de traitement », puis payée',
  noAnswer: 'la banque ne répond pas : « vérification », puis payée',
  paidAtOnce: 'Pix ou boleto, payé aussitôt',
  expiresAtOnce: 'Pix ou boleto, expiré aussitôt',
  neverPaid: 'Pix ou boleto, jamais payé',
  anyExpiryAndCode: 'N’importe quelle date d’expiration future, n’importe quel code de sécurité.',
  decide: 'Décider de la suite',
  declineCode: 'Code du refus',
  notPossible: 'C’est impossible en ce moment.',
  preview:
    'Aperçu d’une page de paiement : aucune commande ne s’y rattache et rien ne peut être payé ici.',
  outcomes: {
    pay: 'Payé',
    decline: 'Refusé',
    challenge_failed: 'Échec de 3-D Secure',
    pix_paid: 'Pix payé',
    pix_paid_late: 'Pix payé trop tard',
    boleto_paid: 'Boleto payé',
    processor_timeout: 'La banque ne répond pas',
    expire: 'Session expirée',
  },
}
