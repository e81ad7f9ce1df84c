import type { SandboxWords } from '../sandbox-words.ts'

export const uk: SandboxWords = {
  banner: 'Sandbox. Справжні гроші тут не рухаються.',
  testValues: 'Тестові картки та адреси пошти',
  paid: 'сплачено',
  declined: 'відхилено',
  insufficientFunds: 'бракує коштів',
  challenge: 'підтвердження в банку',
  paidAtOnce: 'Pix або boleto, оплата одразу',
  expiresAtOnce: 'Pix або boleto, термін минає одразу',
  anyExpiryAndCode: 'Будь-який майбутній термін дії, будь-який код безпеки.',
}
