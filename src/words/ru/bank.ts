import type { BankWords } from '../bank-words.ts'

export const ru: BankWords = {
  bank: 'Sandbox Bank',
  ribbon: 'Симулятор: без настоящего банка, без настоящих денег',
  title: 'Подтвердите этот платёж',
  explanation:
    'Здесь банк, выпустивший вашу карту, проверил бы, что это вы. В песочнице результат выбираете вы.',
  merchant: 'Магазин',
  amount: 'Сумма',
  card: 'Карта',
  cardEndingIn: 'оканчивается на',
  complete: 'Завершить аутентификацию',
  fail: 'Отклонить аутентификацию',
  cancel: 'Отменить',
  notFoundTitle: 'Такой страницы нет',
  notFound: 'Адрес неполный или не относится ни к одному платежу этой песочницы.',
}
