import type { PlainWords } from '../plain-words.ts'

export const fi: PlainWords = {
  home: 'Kauppa ohjaa sinut tänne, kun maksat. Ilman tilausta täällä ei ole mitään nähtävää.',
  formTitle: 'Lomaketta ei hyväksytty',
  formText: 'Palaa takaisin, lataa tilauksesi sivu uudelleen ja yritä siellä uudestaan.',
  cardTitle: 'Yritä uudelleen',
  cardText:
    'Emme voi juuri nyt ottaa vastaan kortteja. Yritä hetken kuluttua uudelleen tai maksa toisella tavalla.',
  busyTitle: 'Täällä on juuri nyt ruuhkaa',
  busyText:
    'Tilauksesi on tallessa. Pidä tämä sivu auki: se latautuu itsestään uudelleen muutaman sekunnin kuluttua.',
}
