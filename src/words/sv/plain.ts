import type { PlainWords } from '../plain-words.ts'

export const sv: PlainWords = {
  home: 'En butik skickar dig hit när du betalar. Utan en beställning finns det inget att se.',
  formTitle: 'Formuläret togs inte emot',
  formText: 'Gå tillbaka, läs in sidan för din beställning igen och tryck på knappen där.',
  cardTitle: 'Försök igen',
  cardText:
    'Det går inte att ta emot kort just nu. Försök igen om en stund eller betala på ett annat sätt.',
  busyTitle: 'Det är väldigt många här just nu',
  busyText:
    'Din beställning väntar på dig. Låt sidan vara öppen: den laddas om av sig själv om några sekunder.',
}
