import type { SandboxWords } from '../sandbox-words.ts'

export const he: SandboxWords = {
  banner: 'Sandbox. כאן לא עובר כסף אמיתי.',
  testValues: 'כרטיסים וכתובות דוא״ל לבדיקה',
  paid: 'שולם',
  declined: 'נדחה',
  insufficientFunds: 'אין די יתרה',
  challenge: 'אישור בבנק',
  processing: 'תחילה ”בעיבוד“, ואז שולם',
  noAnswer: 'הבנק אינו עונה: ”בבדיקה“, ואז שולם',
  paidAtOnce: 'Pix או boleto, שולם מיד',
  expiresAtOnce: 'Pix או boleto, פג מיד',
  neverPaid: 'Pix או boleto, לא משולם לעולם',
  anyExpiryAndCode: 'כל תוקף עתידי, כל קוד אבטחה.',
}
