import type { NoScriptWords } from '../no-script-words.ts'

export const fi: NoScriptWords = {
  cardTitle: 'Kortti tarvitsee JavaScriptin',
  cardText:
    'Korttisi salataan selaimessasi ennen lähettämistä, ja vain JavaScript pystyy siihen. Ota se käyttöön ja lataa sivu uudelleen.',
  checkNow: 'Tarkista nyt',
  payBy: 'Maksa viimeistään',
  waiting: 'Odotamme maksuasi. Tämä sivu tarkistaa sen itse.',
  staleTitle: 'Paina painiketta uudelleen',
  staleText: 'Lomake oli auki liian kauan, tai selaimesi ei säilytä evästeitä.',
}
