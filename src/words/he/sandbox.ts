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
  decide: 'לקבוע מה יקרה',
  declineCode: 'קוד הדחייה',
  notPossible: 'זה לא אפשרי כעת.',
  outcomes: {
    pay: 'שולם',
    decline: 'נדחה',
    challenge_failed: '\u20663-D Secure\u2069 נכשל',
    pix_paid: 'Pix שולם',
    pix_paid_late: 'Pix שולם מאוחר מדי',
    boleto_paid: 'boleto שולם',
    processor_timeout: 'הבנק אינו עונה',
    expire: 'הזמן לתשלום נגמר',
  },
}
