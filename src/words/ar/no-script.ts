import type { NoScriptWords } from '../no-script-words.ts'

export const ar: NoScriptWords = {
  cardTitle: 'تحتاج البطاقة إلى JavaScript',
  cardText:
    'تُشفَّر بطاقتك في متصفحك قبل إرسالها، ولا يستطيع ذلك إلا JavaScript. فعّله ثم أعد تحميل هذه الصفحة.',
  checkNow: 'تحقّق الآن',
  payBy: 'الدفع قبل',
  waiting: 'في انتظار دفعتك. تُحدَّث هذه الصفحة تلقائيًا.',
  staleTitle: 'حاول مرة أخرى من فضلك',
  staleText: 'ظلّ النموذج مفتوحًا مدة طويلة، أو أن متصفحك لا يحفظ ملفات تعريف الارتباط.',
}
