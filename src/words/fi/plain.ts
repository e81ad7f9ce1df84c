import type { PlainWords } from '../plain-words.ts'

export const fi: PlainWords = {
  home: 'Kauppa ohjaa sinut tänne, kun maksat. Ilman tilausta täällä ei ole mitään nähtävää.',
  formTitle: 'Lomaketta ei hyväksytty',
  formText: 'Palaa takaisin, lataa tilauksesi sivu uudelleen ja paina painiketta siellä.',
  cardTitle: 'Yritä uudelleen',
  cardText:
    'Kortteja ei voida juuri nyt vastaanottaa. Yritä hetken kuluttua uudelleen tai maksa toisella tavalla.',
  busyTitle: 'Täällä on juuri nyt hyvin paljon väkeä',
  busyText:
    'Tilauksesi odottaa sinua. Pidä tämä sivu auki: se latautuu itsestään uudelleen muutaman sekunnin kuluttua.',
}
