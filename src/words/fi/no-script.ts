import type { NoScriptWords } from '../no-script-words.ts'

export const fi: NoScriptWords = {
  cardTitle: 'Korttimaksu vaatii JavaScriptin',
  cardText:
    'Korttisi salataan selaimessasi ennen lähettämistä, ja vain JavaScript pystyy siihen. Ota se käyttöön ja lataa sivu uudelleen.',
  checkNow: 'Tarkista nyt',
  payBy: 'Maksa viimeistään',
  waiting: 'Odotamme maksuasi. Sivu päivittyy itsestään.',
  staleTitle: 'Yritä uudelleen',
  staleText: 'Lomake oli auki liian kauan, tai selaimesi ei säilytä evästeitä.',
}
