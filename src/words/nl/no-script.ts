import type { NoScriptWords } from '../no-script-words.ts'

export const nl: NoScriptWords = {
  cardTitle: 'Betalen met kaart vereist JavaScript',
  cardText:
    'Uw kaart wordt in uw browser versleuteld voordat ze wordt verstuurd, en dat kan alleen JavaScript. Zet het aan en laad deze pagina opnieuw.',
  checkNow: 'Nu controleren',
  payBy: 'Betalen vóór',
  waiting: 'We wachten op uw betaling. Deze pagina wordt vanzelf bijgewerkt.',
  staleTitle: 'Probeer het nog een keer',
  staleText: 'Het formulier stond te lang open, of uw browser bewaart geen cookies.',
}
