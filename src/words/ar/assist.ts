import type { AssistWords } from '../assist-words.ts'

export const ar: AssistWords = {
  emailMeant: 'هل تقصد {email}؟',
  addNumber: 'أضف الرقم',
}
