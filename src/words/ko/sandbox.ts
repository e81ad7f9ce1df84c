import type { SandboxWords } from '../sandbox-words.ts'

export const ko: SandboxWords = {
  banner: 'Sandbox. 여기서는 실제 돈이 움직이지 않습니다.',
  testValues: '테스트 카드와 이메일',
  paid: '결제됨',
  declined: '거절됨',
  insufficientFunds: '잔액 부족',
  challenge: '은행에서 확인',
  processing: '먼저 ‘처리 중’, 이후 결제 완료',
  noAnswer: '은행 무응답: ‘확인 중’, 이후 결제 완료',
  paidAtOnce: 'Pix 또는 boleto, 즉시 결제',
  expiresAtOnce: 'Pix 또는 boleto, 즉시 만료',
  neverPaid: 'Pix 또는 boleto, 결제되지 않음',
  anyExpiryAndCode: '미래의 아무 유효기간, 아무 보안 코드.',
  decide: '결과 정하기',
  declineCode: '거절 코드',
  notPossible: '지금은 할 수 없습니다.',
  outcomes: {
    pay: '결제됨',
    decline: '거절됨',
    challenge_failed: '3-D Secure 실패',
    pix_paid: 'Pix 결제됨',
    pix_paid_late: 'Pix 늦게 결제됨',
    boleto_paid: 'Boleto 결제됨',
    processor_timeout: '은행 무응답',
    expire: '세션 만료',
  },
}
