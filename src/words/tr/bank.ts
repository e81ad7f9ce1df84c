import type { BankWords } from '../bank-words.ts'

export const tr: BankWords = {
  bank: 'Sandbox Bank',
  ribbon: 'Simülatör: gerçek banka yok, gerçek para yok',
  title: 'Bu ödemeyi onaylayın',
  explanation:
    'Burada kartınızı veren banka siz olduğunuzu doğrulardı. Sandbox’ta sonucu siz seçersiniz.',
  merchant: 'Mağaza',
  amount: 'Tutar',
  card: 'Kart',
  cardEndingIn: 'son dört hanesi',
  complete: 'Doğrulamayı tamamla',
  fail: 'Doğrulamayı reddet',
  cancel: 'İptal',
  notFoundTitle: 'Bu sayfa yok',
  notFound: 'Adres eksik ya da bu sandbox’taki hiçbir ödemeye ait değil.',
}
