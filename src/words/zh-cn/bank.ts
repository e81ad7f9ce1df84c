import type { BankWords } from '../bank-words.ts'

export const zhCN: BankWords = {
  bank: 'Sandbox Bank',
  ribbon: '模拟器：没有真实银行，也没有真实资金',
  title: '确认这笔付款',
  explanation: '在这里，发卡银行会核实是您本人。在沙盒中，由您选择结果。',
  merchant: '商店',
  amount: '金额',
  card: '银行卡',
  cardEndingIn: '尾号',
  complete: '完成验证',
  fail: '验证失败',
  cancel: '取消',
  notFoundTitle: '此页面不存在',
  notFound: '地址不完整，或不属于此沙盒中的任何付款。',
}
