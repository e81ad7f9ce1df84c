import type { PlainWords } from '../plain-words.ts'

export const tr: PlainWords = {
  home: 'Ödeme yaparken mağaza sizi buraya yönlendirir. Sipariş olmadan burada görülecek bir şey yok.',
  formTitle: 'Bu form kabul edilmedi',
  formText: 'Geri dönün, siparişinizin sayfasını yenileyin ve orada yeniden deneyin.',
  cardTitle: 'Lütfen yeniden deneyin',
  cardText:
    'Şu anda kart kabul edilemiyor. Biraz sonra yeniden deneyin ya da başka bir yolla ödeyin.',
  busyTitle: 'Şu anda çok yoğunuz',
  busyText:
    'Siparişiniz kayıtlı. Bu sayfayı açık tutun: birkaç saniye içinde kendiliğinden yenilenir.',
}
