import type { BankWords } from '../bank-words.ts'

export const uk: BankWords = {
  bank: 'Sandbox Bank',
  ribbon: 'Симулятор: без справжнього банку, без справжніх грошей',
  title: 'Підтвердьте цей платіж',
  explanation:
    'Тут банк, який випустив вашу картку, перевірив би, що це ви. У пісочниці результат обираєте ви.',
  merchant: 'Магазин',
  amount: 'Сума',
  card: 'Картка',
  cardEndingIn: 'що закінчується на',
  complete: 'Завершити автентифікацію',
  fail: 'Відхилити автентифікацію',
  cancel: 'Скасувати',
  notFoundTitle: 'Такої сторінки немає',
  notFound: 'Адреса неповна або не належить жодному платежу цієї пісочниці.',
}
