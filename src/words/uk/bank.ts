import type { BankWords } from '../bank-words.ts'

export const uk: BankWords = {
  bank: 'Sandbox Bank',
  ribbon: 'Симулятор: без справжнього банку, без справжніх грошей',
  title: 'Підтвердьте цей платіж',
  explanation:
    'Тут банк, який випустив вашу картку, запитав би, чи це ви. У пісочниці ви обираєте, що він з’ясує.',
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
