import type { NoScriptWords } from '../no-script-words.ts'

export const nb: NoScriptWords = {
  cardTitle: 'Kortbetaling krever JavaScript',
  cardText:
    'Kortet ditt krypteres i nettleseren før det sendes, og det kan bare JavaScript gjøre. Slå det på og last siden på nytt.',
  checkNow: 'Sjekk nå',
  payBy: 'Betal innen',
  waiting: 'Vi venter på betalingen din. Siden oppdateres av seg selv.',
  staleTitle: 'Prøv igjen',
  staleText: 'Skjemaet var åpent for lenge, eller nettleseren din lagrer ikke informasjonskapsler.',
}
