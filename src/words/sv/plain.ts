import type { PlainWords } from '../plain-words.ts'

export const sv: PlainWords = {
  home: 'En butik skickar dig hit när du betalar. Utan en beställning finns det inget att se.',
  formTitle: 'Formuläret togs inte emot',
  formText: 'Gå tillbaka, ladda om beställningens sida och försök igen där.',
  cardTitle: 'Försök igen',
  cardText:
    'Vi kan inte ta emot kort just nu. Försök igen om en stund eller betala på ett annat sätt.',
  busyTitle: 'Det är högt tryck just nu',
  busyText:
    'Din beställning är sparad. Låt sidan vara öppen: den laddas om av sig själv om några sekunder.',
}
