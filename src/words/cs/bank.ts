import type { BankWords } from '../bank-words.ts'

export const cs: BankWords = {
  bank: 'Sandbox Bank',
  ribbon: 'Simulátor: žádná skutečná banka, žádné skutečné peníze',
  title: 'Potvrďte tuto platbu',
  explanation:
    'Tady by banka, která vydala vaši kartu, ověřila, že jste to vy. V sandboxu si zvolíte výsledek.',
  merchant: 'Obchod',
  amount: 'Částka',
  card: 'Karta',
  cardEndingIn: 'končící na',
  complete: 'Dokončit ověření',
  fail: 'Zamítnout ověření',
  cancel: 'Zrušit',
  notFoundTitle: 'Tato stránka neexistuje',
  notFound: 'Adresa je neúplná nebo nepatří k žádné platbě tohoto sandboxu.',
}
