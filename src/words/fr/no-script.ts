import type { NoScriptWords } from '../no-script-words.ts'

export const fr: NoScriptWords = {
  cardTitle: 'La carte nécessite JavaScript',
  cardText:
    'Votre carte est chiffrée dans votre navigateur avant l’envoi, et seul JavaScript peut le faire. Activez-le et rechargez la page.',
  checkNow: 'Vérifier maintenant',
  payBy: 'À payer avant',
  waiting: 'En attente de votre paiement. Cette page s’actualise d’elle-même.',
  staleTitle: 'Veuillez réessayer',
  staleText:
    'Le formulaire est resté ouvert trop longtemps, ou votre navigateur n’accepte pas les cookies.',
}
