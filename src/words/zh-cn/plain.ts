import type { PlainWords } from '../plain-words.ts'

export const zhCN: PlainWords = {
  home: '付款时，商店会将您带到这里。没有订单就没有可显示的内容。',
  formTitle: '此表单未被接受',
  formText: '请返回，刷新订单页面后重试。',
  cardTitle: '请再试一次',
  cardText: '目前无法接受银行卡。请稍后再试，或使用其他支付方式。',
  busyTitle: '当前访问量很大',
  busyText: '您的订单已为您保留。请不要关闭此页面，几秒后会自动重新加载。',
}
