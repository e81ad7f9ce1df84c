import type { SandboxWords } from '../sandbox-words.ts'

export const ar: SandboxWords = {
  banner: 'Sandbox. لا تتحرك هنا أموال حقيقية.',
  testValues: 'بطاقات وعناوين بريد للاختبار',
  paid: 'مدفوعة',
  declined: 'مرفوضة',
  insufficientFunds: 'رصيد غير كافٍ',
  challenge: 'تؤكَّد لدى المصرف',
  processing: '«قيد المعالجة» أولًا، ثم مدفوعة',
  noAnswer: 'المصرف لا يجيب: «نتحقق»، ثم مدفوعة',
  paidAtOnce: 'Pix أو boleto، يُدفع فورًا',
  expiresAtOnce: 'Pix أو boleto، تنتهي صلاحيته فورًا',
  neverPaid: 'Pix أو boleto، لا يُدفع أبدًا',
  anyExpiryAndCode: 'أي تاريخ انتهاء مستقبلي وأي رمز أمان.',
}
