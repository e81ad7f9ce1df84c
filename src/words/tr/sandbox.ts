import type { AllSandboxWords } from '../sandbox-words.ts'

export const tr: AllSandboxWords = {
  banner: 'Sandbox. Burada gerçek para hareket etmez.',
  testValues: 'Test kartları ve e-postaları',
  paid: 'ödenir',
  declined: 'reddedilir',
  insufficientFunds: 'yetersiz bakiye',
  challenge: 'bankada onaylanır',
  processing: 'önce “işleniyor”, sonra ödendi',
  noAnswer: 'banka yanıt vermez: “kontrol ediliyor”, sonra ödendi',
  paidAtOnce: 'Pix veya boleto, hemen ödenir',
  expiresAtOnce: 'Pix veya boleto, süresi hemen dolar',
  neverPaid: 'Pix veya boleto, hiç ödenmez',
  anyExpiryAndCode: 'İleri tarihli herhangi bir son kullanma tarihi, herhangi bir güvenlik kodu.',
  decide: 'Ne olacağına karar ver',
  declineCode: 'Ret kodu',
  notPossible: 'Bu şu anda mümkün değil.',
  preview:
    'Bir ödeme sayfasının önizlemesi: arkasında bir sipariş yoktur ve burada ödeme yapılamaz.',
  outcomes: {
    pay: 'Ödendi',
    decline: 'Reddedildi',
    challenge_failed: '3-D Secure başarısız',
    pix_paid: 'Pix ödendi',
    pix_paid_late: 'Pix çok geç ödendi',
    boleto_paid: 'Boleto ödendi',
    processor_timeout: 'Banka yanıt vermiyor',
    expire: 'Oturumun süresi doldu',
  },
}
