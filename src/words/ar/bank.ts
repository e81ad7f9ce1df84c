import type { BankWords } from '../bank-words.ts'

export const ar: BankWords = {
  bank: 'Sandbox Bank',
  ribbon: 'محاكاة: لا مصرف حقيقي ولا أموال حقيقية',
  title: 'أكِّد هذه الدفعة',
  explanation: 'هنا يتأكد المصرف الذي أصدر بطاقتك من هويتك. في بيئة الاختبار تختار أنت النتيجة.',
  merchant: 'المتجر',
  amount: 'المبلغ',
  card: 'البطاقة',
  cardEndingIn: 'تنتهي بـ',
  complete: 'إتمام التحقق',
  fail: 'رفض التحقق',
  cancel: 'إلغاء',
  notFoundTitle: 'هذه الصفحة غير موجودة',
  notFound: 'العنوان غير مكتمل أو لا يخص أي دفعة في بيئة الاختبار هذه.',
}
