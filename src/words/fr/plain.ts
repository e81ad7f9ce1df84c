import type { PlainWords } from '../plain-words.ts'

export const fr: PlainWords = {
  home: 'Une boutique vous envoie ici au moment de payer. Sans commande, il n’y a rien à voir.',
  formTitle: 'Ce formulaire n’a pas été accepté',
  formText: 'Revenez en arrière, rechargez la page de votre commande et appuyez-y sur le bouton.',
  cardTitle: 'Veuillez réessayer',
  cardText:
    'Les cartes ne peuvent pas être acceptées pour le moment. Réessayez dans un instant ou payez autrement.',
  busyTitle: 'Il y a énormément de monde en ce moment',
  busyText:
    'Votre commande vous attend. Gardez cette page ouverte : elle se recharge toute seule dans quelques secondes.',
}
