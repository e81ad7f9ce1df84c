import type { AssistWords } from '../assist-words.ts'

export const ru: AssistWords = {
  emailMeant: 'Возможно, вы имели в виду {email}?',
  addNumber: 'Добавьте номер дома',
}
