import type { NoScriptWords } from '../no-script-words.ts'

export const he: NoScriptWords = {
  cardTitle: 'תשלום בכרטיס זקוק ל-JavaScript',
  cardText:
    'הכרטיס מוצפן בדפדפן לפני שליחתו, ורק JavaScript יכול לעשות זאת. יש להפעיל אותו ולטעון את הדף מחדש.',
  checkNow: 'בדיקה עכשיו',
  payBy: 'לתשלום עד',
  waiting: 'ממתינים לתשלום שלך. הדף בודק זאת בעצמו.',
  staleTitle: 'יש ללחוץ שוב על הכפתור',
  staleText: 'הטופס היה פתוח זמן רב מדי, או שהדפדפן אינו שומר קובצי Cookie.',
}
