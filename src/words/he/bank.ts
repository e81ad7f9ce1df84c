import type { BankWords } from '../bank-words.ts'

export const he: BankWords = {
  bank: 'Sandbox Bank',
  ribbon: 'סימולטור: אין בנק אמיתי ואין כסף אמיתי',
  title: 'אישור התשלום',
  explanation: 'כאן הבנק שהנפיק את הכרטיס היה מאמת את הזהות. בסביבת הבדיקה בוחרים את התוצאה.',
  merchant: 'חנות',
  amount: 'סכום',
  card: 'כרטיס',
  cardEndingIn: 'שמסתיים בספרות',
  complete: 'השלמת האימות',
  fail: 'דחיית האימות',
  cancel: 'ביטול',
  notFoundTitle: 'הדף הזה אינו קיים',
  notFound: 'הכתובת אינה מלאה, או שאינה שייכת לאף תשלום בסביבת הבדיקה הזו.',
}
