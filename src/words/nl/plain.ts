import type { PlainWords } from '../plain-words.ts'

export const nl: PlainWords = {
  home: 'Een winkel stuurt u hierheen als u betaalt. Zonder bestelling is hier niets te zien.',
  formTitle: 'Dit formulier is niet geaccepteerd',
  formText: 'Ga terug, laad de pagina van uw bestelling opnieuw en druk daar op de knop.',
  cardTitle: 'Probeer het opnieuw',
  cardText:
    'Kaarten kunnen nu niet worden geaccepteerd. Probeer het zo opnieuw of betaal op een andere manier.',
  busyTitle: 'Het is hier nu erg druk',
  busyText:
    'Uw bestelling wacht op u. Laat deze pagina open: ze wordt over enkele seconden vanzelf opnieuw geladen.',
}
