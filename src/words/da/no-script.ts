import type { NoScriptWords } from '../no-script-words.ts'

export const da: NoScriptWords = {
  cardTitle: 'Kortbetaling kræver JavaScript',
  cardText:
    'Dit kort krypteres i din browser, før det sendes, og det kan kun JavaScript. Slå det til, og indlæs siden igen.',
  checkNow: 'Tjek nu',
  payBy: 'Betal senest',
  waiting: 'Vi venter på din betaling. Siden opdateres af sig selv.',
  staleTitle: 'Prøv igen',
  staleText: 'Formularen var åben for længe, eller din browser gemmer ikke cookies.',
}
