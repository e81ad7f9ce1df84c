import type { AssistWords } from '../assist-words.ts'

export const zhCN: AssistWords = {
  emailMeant: '您是想输入 {email} 吗？',
  addNumber: '请补充门牌号',
}
