import type { AllSandboxWords } from '../sandbox-words.ts'

export const ru: AllSandboxWords = {
  banner: 'Sandbox. Настоящие деньги здесь не движутся.',
  testValues: 'Тестовые карты и адреса почты',
  paid: 'оплачена',
  declined: 'отклонена',
  insufficientFunds: 'недостаточно средств',
  challenge: 'подтверждение в банке',
  processing: 'сначала «обрабатывается», затем оплачена',
  noAnswer: 'банк не отвечает: «проверяем», затем оплачена',
  paidAtOnce: 'Pix или boleto, оплата сразу',
  expiresAtOnce: 'Pix или boleto, срок истекает сразу',
  neverPaid: 'Pix или boleto, никогда не оплачивается',
  anyExpiryAndCode: 'Любой будущий срок действия, любой код безопасности.',
  decide: 'Решить, что произойдёт',
  declineCode: 'Код отказа',
  notPossible: 'Сейчас это невозможно.',
  preview:
    'Предварительный просмотр страницы оплаты: за ней нет заказа, и здесь ничего нельзя оплатить.',
  outcomes: {
    pay: 'Оплачено',
    decline: 'Отклонено',
    challenge_failed: '3-D Secure не пройдена',
    pix_paid: 'Pix оплачен',
    pix_paid_late: 'Pix оплачен слишком поздно',
    boleto_paid: 'Boleto оплачен',
    processor_timeout: 'Банк не отвечает',
    expire: 'Сеанс истёк',
  },
}
