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
  decide: 'تحديد ما يحدث',
  declineCode: 'رمز الرفض',
  notPossible: 'لا يمكن حدوث ذلك الآن.',
  outcomes: {
    pay: 'مدفوعة',
    decline: 'مرفوضة',
    challenge_failed: 'فشل \u20663-D Secure\u2069',
    pix_paid: 'دُفع Pix',
    pix_paid_late: 'دُفع Pix بعد فوات الأوان',
    boleto_paid: 'دُفع boleto',
    processor_timeout: 'المصرف لا يجيب',
    expire: 'انتهت الجلسة',
  },
}
