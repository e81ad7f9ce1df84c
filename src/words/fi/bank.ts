import type { BankWords } from '../bank-words.ts'

export const fi: BankWords = {
  bank: 'Sandbox Bank',
  ribbon: 'Simulaattori: ei oikeaa pankkia, ei oikeaa rahaa',
  title: 'Vahvista tämä maksu',
  explanation:
    'Tässä kortin myöntänyt pankki varmistaisi, että se olet sinä. Sandboxissa valitset tuloksen.',
  merchant: 'Kauppa',
  amount: 'Summa',
  card: 'Kortti',
  cardEndingIn: 'päättyy numeroihin',
  complete: 'Vahvista tunnistautuminen',
  fail: 'Hylkää tunnistautuminen',
  cancel: 'Peruuta',
  notFoundTitle: 'Tätä sivua ei ole',
  notFound: 'Osoite on vajaa tai se ei kuulu millekään tämän sandboxin maksulle.',
}
