import type { NoScriptWords } from '../no-script-words.ts'

export const nl: NoScriptWords = {
  cardTitle: 'Een kaart heeft JavaScript nodig',
  cardText:
    'Uw kaart wordt in uw browser versleuteld voordat ze wordt verstuurd, en dat kan alleen JavaScript. Zet het aan en laad deze pagina opnieuw.',
  checkNow: 'Nu controleren',
  payBy: 'Betalen vóór',
  waiting: 'We wachten op uw betaling. Deze pagina kijkt zelf of die er is.',
  staleTitle: 'Druk nog een keer op de knop',
  staleText: 'Het formulier stond te lang open, of uw browser bewaart geen cookies.',
}
