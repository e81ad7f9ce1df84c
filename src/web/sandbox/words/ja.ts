import type { SandboxWords } from '../sandbox-words.ts'

export const ja: SandboxWords = {
  banner: 'Sandbox。ここでは実際のお金は動きません。',
  testValues: 'テスト用のカードとメールアドレス',
  paid: '支払い済み',
  declined: '拒否',
  insufficientFunds: '残高不足',
  challenge: '銀行で確認',
  processing: 'まず「処理中」、その後支払い完了',
  noAnswer: '銀行が応答せず「確認中」、その後支払い完了',
  paidAtOnce: 'Pix または boleto、すぐに支払い済み',
  expiresAtOnce: 'Pix または boleto、すぐに期限切れ',
  neverPaid: 'Pix または boleto、支払われない',
  anyExpiryAndCode: '有効期限は将来のもの、セキュリティコードは任意。',
}
