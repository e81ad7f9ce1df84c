import type { PlainWords } from '../plain-words.ts'

export const tr: PlainWords = {
  home: 'Ödeme yaparken mağaza sizi buraya yönlendirir. Sipariş olmadan burada görülecek bir şey yok.',
  formTitle: 'Bu form kabul edilmedi',
  formText: 'Geri dönün, siparişinizin sayfasını yeniden yükleyin ve düğmeye orada basın.',
  cardTitle: 'Lütfen yeniden deneyin',
  cardText:
    'Şu anda kart kabul edilemiyor. Biraz sonra yeniden deneyin ya da başka bir yolla ödeyin.',
  busyTitle: 'Şu anda burada çok fazla kişi var',
  busyText:
    'Siparişiniz sizi bekliyor. Bu sayfayı açık tutun: birkaç saniye içinde kendiliğinden yeniden yüklenir.',
}
