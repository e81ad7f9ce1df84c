import type { AssistWords } from '../assist-words.ts'

export const ptBR: AssistWords = {
  emailMeant: 'Você quis dizer {email}?',
  addNumber: 'Inclua o número',
}
