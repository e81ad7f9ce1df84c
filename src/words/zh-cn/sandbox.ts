import type { SandboxWords } from '../sandbox-words.ts'

export const zhCN: SandboxWords = {
  banner: 'Sandbox。这里没有真实资金流动。',
  testValues: '测试卡和测试邮箱',
  paid: '已支付',
  declined: '被拒绝',
  insufficientFunds: '余额不足',
  challenge: '在银行验证',
  processing: '先显示“处理中”，然后付款成功',
  noAnswer: '银行无响应：先显示“核实中”，然后付款成功',
  paidAtOnce: 'Pix 或 boleto，立即支付',
  expiresAtOnce: 'Pix 或 boleto，立即过期',
  neverPaid: 'Pix 或 boleto，始终未付款',
  anyExpiryAndCode: '任意未来的有效期，任意安全码。',
  decide: '决定接下来的结果',
  declineCode: '拒绝代码',
  notPossible: '现在无法这样做。',
  outcomes: {
    pay: '已支付',
    decline: '被拒绝',
    challenge_failed: '3-D Secure 失败',
    pix_paid: 'Pix 已支付',
    pix_paid_late: 'Pix 逾期后支付',
    boleto_paid: 'Boleto 已支付',
    processor_timeout: '银行无响应',
    expire: '会话已过期',
  },
}
