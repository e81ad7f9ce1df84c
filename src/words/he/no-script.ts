import type { NoScriptWords } from '../no-script-words.ts'

export const he: NoScriptWords = {
  cardTitle: 'תשלום בכרטיס דורש JavaScript',
  cardText:
    'הכרטיס מוצפן בדפדפן לפני שליחתו, ורק JavaScript יכול לעשות זאת. יש להפעיל אותו ולטעון את הדף מחדש.',
  checkNow: 'בדיקה עכשיו',
  payBy: 'לתשלום עד',
  waiting: 'ממתינים לתשלום. הדף מתעדכן מעצמו.',
  staleTitle: 'יש לנסות שוב',
  staleText: 'הטופס היה פתוח זמן רב מדי, או שהדפדפן אינו שומר קובצי Cookie.',
}
