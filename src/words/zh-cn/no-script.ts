import type { NoScriptWords } from '../no-script-words.ts'

export const zhCN: NoScriptWords = {
  cardTitle: '银行卡支付需要 JavaScript',
  cardText: '您的卡信息在发送前于浏览器中加密，只有 JavaScript 能做到。请启用后重新加载页面。',
  checkNow: '立即查看',
  payBy: '付款截止时间',
  waiting: '正在等待您的付款。此页面会自动更新。',
  staleTitle: '请重试',
  staleText: '表单打开时间过长，或您的浏览器不保存 Cookie。',
}
