import type { PlainWords } from '../plain-words.ts'

export const nl: PlainWords = {
  home: 'Een winkel stuurt u hierheen als u betaalt. Zonder bestelling is hier niets te zien.',
  formTitle: 'Dit formulier is niet geaccepteerd',
  formText: 'Ga terug, laad de pagina van uw bestelling opnieuw en probeer het daar nog eens.',
  cardTitle: 'Probeer het opnieuw',
  cardText:
    'We kunnen nu geen kaarten aannemen. Probeer het zo opnieuw of betaal op een andere manier.',
  busyTitle: 'Het is nu erg druk',
  busyText:
    'Uw bestelling blijft bewaard. Laat deze pagina open: ze wordt over enkele seconden vanzelf opnieuw geladen.',
}
