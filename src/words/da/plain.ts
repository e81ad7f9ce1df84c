import type { PlainWords } from '../plain-words.ts'

export const da: PlainWords = {
  home: 'En butik sender dig hertil, når du betaler. Uden en ordre er der intet at se.',
  formTitle: 'Formularen blev ikke godtaget',
  formText: 'Gå tilbage, genindlæs siden med din ordre, og prøv igen der.',
  cardTitle: 'Prøv igen',
  cardText: 'Vi kan ikke modtage kort lige nu. Prøv igen om lidt, eller betal på en anden måde.',
  busyTitle: 'Der er meget travlt lige nu',
  busyText: 'Din ordre er gemt. Lad siden være åben: Den genindlæses af sig selv om få sekunder.',
}
