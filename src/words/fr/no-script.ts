import type { NoScriptWords } from '../no-script-words.ts'

export const fr: NoScriptWords = {
  cardTitle: 'La carte a besoin de JavaScript',
  cardText:
    'Votre carte est chiffrée dans votre navigateur avant l’envoi, et seul JavaScript peut le faire. Activez-le et rechargez la page.',
  checkNow: 'Vérifier maintenant',
  payBy: 'À payer avant',
  waiting: 'Nous attendons votre paiement. Cette page vérifie d’elle-même.',
  staleTitle: 'Appuyez de nouveau sur le bouton',
  staleText:
    'Le formulaire est resté ouvert trop longtemps, ou votre navigateur ne garde pas les cookies.',
}
