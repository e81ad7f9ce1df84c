import type { PlainWords } from '../plain-words.ts'

export const fr: PlainWords = {
  home: 'Une boutique vous envoie ici au moment de payer. Sans commande, il n’y a rien à voir.',
  formTitle: 'Ce formulaire n’a pas été accepté',
  formText: 'Revenez en arrière, rechargez la page de votre commande et réessayez.',
  cardTitle: 'Veuillez réessayer',
  cardText:
    'Nous ne pouvons pas accepter les cartes pour le moment. Réessayez dans un instant ou payez autrement.',
  busyTitle: 'Très forte affluence en ce moment',
  busyText:
    'Votre commande est conservée. Gardez cette page ouverte : elle se rechargera toute seule dans quelques secondes.',
}
