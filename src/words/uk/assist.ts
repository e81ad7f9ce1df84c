import type { AssistWords } from '../assist-words.ts'

export const uk: AssistWords = {
  emailMeant: 'Можливо, ви мали на увазі {email}?',
  addNumber: 'Додайте номер будинку',
}
