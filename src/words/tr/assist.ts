import type { AssistWords } from '../assist-words.ts'

export const tr: AssistWords = {
  emailMeant: 'Şunu mu demek istediniz: {email}?',
  addNumber: 'Numarayı ekleyin',
}
