import type { AllSandboxWords } from '../sandbox-words.ts'

export const uk: AllSandboxWords = {
  banner: 'Sandbox. Справжні гроші тут не рухаються.',
  testValues: 'Тестові картки та адреси пошти',
  paid: 'сплачено',
  declined: 'відхилено',
  insufficientFunds: 'бракує коштів',
  challenge: 'підтвердження в банку',
  processing: 'спершу «обробляється», потім сплачено',
  noAnswer: 'банк не відповідає: «перевіряємо», потім сплачено',
  paidAtOnce: 'Pix або boleto, оплата одразу',
  expiresAtOnce: 'Pix або boleto, термін минає одразу',
  neverPaid: 'Pix або boleto, ніколи не оплачується',
  anyExpiryAndCode: 'Будь-який майбутній термін дії, будь-який код безпеки.',
  decide: 'Вирішити, що станеться',
  declineCode: 'Код відмови',
  notPossible: 'Зараз це неможливо.',
  preview:
    'Попередній перегляд сторінки оплати: за нею немає замовлення, і тут нічого не можна оплатити.',
  outcomes: {
    pay: 'Сплачено',
    decline: 'Відхилено',
    challenge_failed: '3-D Secure не пройдено',
    pix_paid: 'Pix сплачено',
    pix_paid_late: 'Pix сплачено запізно',
    boleto_paid: 'Boleto сплачено',
    processor_timeout: 'Банк не відповідає',
    expire: 'Сеанс завершився',
  },
}
