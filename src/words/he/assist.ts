import type { AssistWords } from '../assist-words.ts'

export const he: AssistWords = {
  emailMeant: 'הכוונה הייתה ל-{email}?',
  addNumber: 'יש להוסיף מספר',
}
