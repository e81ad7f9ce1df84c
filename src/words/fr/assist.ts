import type { AssistWords } from '../assist-words.ts'

export const fr: AssistWords = {
  emailMeant: 'Vouliez-vous dire {email} ?',
  addNumber: 'Ajoutez le numéro',
}
