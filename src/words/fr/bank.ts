import type { BankWords } from '../bank-words.ts'

export const fr: BankWords = {
  bank: 'Banque Sandbox',
  ribbon: 'Simulateur : ni vraie banque, ni argent réel',
  title: 'Confirmez ce paiement',
  explanation:
    'Ici, la banque émettrice de votre carte vérifierait que c’est bien vous. Dans la sandbox, vous choisissez le résultat.',
  merchant: 'Boutique',
  amount: 'Montant',
  card: 'Carte',
  cardEndingIn: 'se terminant par',
  complete: 'Valider l’authentification',
  fail: 'Refuser l’authentification',
  cancel: 'Annuler',
  notFoundTitle: 'Cette page n’existe pas',
  notFound: 'L’adresse est incomplète ou ne correspond à aucun paiement de cette sandbox.',
}
