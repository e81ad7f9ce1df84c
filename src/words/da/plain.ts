import type { PlainWords } from '../plain-words.ts'

export const da: PlainWords = {
  home: 'En butik sender dig hertil, når du betaler. Uden en ordre er der intet at se.',
  formTitle: 'Formularen blev ikke godtaget',
  formText: 'Gå tilbage, indlæs siden med din ordre igen, og tryk på knappen der.',
  cardTitle: 'Prøv igen',
  cardText: 'Der kan ikke modtages kort lige nu. Prøv igen om lidt, eller betal på en anden måde.',
  busyTitle: 'Der er rigtig mange her lige nu',
  busyText:
    'Din ordre venter på dig. Lad siden være åben: Den indlæses igen af sig selv om få sekunder.',
}
