/** What the pages that are no session say, those of the card's frame included; the server writes them. */
export interface PlainPageWords {
  /** At the address of the checkout itself. */
  home: string
  formTitle: string
  formText: string
  cardTitle: string
  cardText: string
  busyTitle: string
  busyText: string
}

const PLAIN_PAGE_WORDS: Readonly<Record<string, PlainPageWords>> = {
  en: {
    home: 'A shop sends you here when you pay. There is nothing to see without an order.',
    formTitle: 'This form was not accepted',
    formText: 'Go back, load the page of your order again, and press the button there.',
    cardTitle: 'Please try again',
    cardText: 'Cards cannot be taken right now. Try again in a moment, or pay in another way.',
    busyTitle: 'Very many people are here right now',
    busyText:
      'Your order waits for you. Keep this page open: it loads again by itself in a few seconds.',
  },
  'pt-BR': {
    home: 'Uma loja traz você até aqui na hora de pagar. Sem um pedido, não há nada para ver.',
    formTitle: 'Este formulário não foi aceito',
    formText: 'Volte, carregue de novo a página do seu pedido e aperte o botão lá.',
    cardTitle: 'Tente de novo, por favor',
    cardText:
      'No momento não é possível receber cartões. Tente de novo em instantes ou pague de outra forma.',
    busyTitle: 'Há gente demais aqui agora',
    busyText:
      'Seu pedido está esperando por você. Mantenha esta página aberta: ela recarrega sozinha em alguns segundos.',
  },
  es: {
    home: 'Una tienda te trae aquí cuando pagas. Sin un pedido no hay nada que ver.',
    formTitle: 'Este formulario no se aceptó',
    formText: 'Vuelve atrás, carga de nuevo la página de tu pedido y pulsa allí el botón.',
    cardTitle: 'Inténtalo de nuevo',
    cardText:
      'Ahora mismo no se pueden aceptar tarjetas. Inténtalo de nuevo en un momento o paga de otra forma.',
    busyTitle: 'Ahora mismo hay muchísima gente aquí',
    busyText:
      'Tu pedido te espera. Deja esta página abierta: se vuelve a cargar sola en unos segundos.',
  },
  fr: {
    home: 'Une boutique vous envoie ici au moment de payer. Sans commande, il n’y a rien à voir.',
    formTitle: 'Ce formulaire n’a pas été accepté',
    formText: 'Revenez en arrière, rechargez la page de votre commande et appuyez-y sur le bouton.',
    cardTitle: 'Veuillez réessayer',
    cardText:
      'Les cartes ne peuvent pas être acceptées pour le moment. Réessayez dans un instant ou payez autrement.',
    busyTitle: 'Il y a énormément de monde en ce moment',
    busyText:
      'Votre commande vous attend. Gardez cette page ouverte : elle se recharge toute seule dans quelques secondes.',
  },
  de: {
    home: 'Ein Shop leitet Sie hierher, wenn Sie bezahlen. Ohne Bestellung gibt es hier nichts zu sehen.',
    formTitle: 'Dieses Formular wurde nicht angenommen',
    formText:
      'Gehen Sie zurück, laden Sie die Seite Ihrer Bestellung neu und drücken Sie dort den Knopf.',
    cardTitle: 'Bitte versuchen Sie es noch einmal',
    cardText:
      'Karten können gerade nicht angenommen werden. Versuchen Sie es gleich noch einmal oder zahlen Sie auf andere Weise.',
    busyTitle: 'Gerade sind sehr viele Menschen hier',
    busyText:
      'Ihre Bestellung wartet auf Sie. Lassen Sie diese Seite offen: Sie lädt in einigen Sekunden von selbst neu.',
  },
  it: {
    home: 'Un negozio ti porta qui quando paghi. Senza un ordine non c’è nulla da vedere.',
    formTitle: 'Questo modulo non è stato accettato',
    formText: 'Torna indietro, ricarica la pagina del tuo ordine e premi lì il pulsante.',
    cardTitle: 'Riprova',
    cardText:
      'Al momento non è possibile accettare carte. Riprova tra poco o paga in un altro modo.',
    busyTitle: 'In questo momento ci sono moltissime persone',
    busyText:
      'Il tuo ordine ti aspetta. Tieni aperta questa pagina: si ricarica da sola tra qualche secondo.',
  },
  nl: {
    home: 'Een winkel stuurt u hierheen als u betaalt. Zonder bestelling is hier niets te zien.',
    formTitle: 'Dit formulier is niet geaccepteerd',
    formText: 'Ga terug, laad de pagina van uw bestelling opnieuw en druk daar op de knop.',
    cardTitle: 'Probeer het opnieuw',
    cardText:
      'Kaarten kunnen nu niet worden geaccepteerd. Probeer het zo opnieuw of betaal op een andere manier.',
    busyTitle: 'Het is hier nu erg druk',
    busyText:
      'Uw bestelling wacht op u. Laat deze pagina open: ze wordt over enkele seconden vanzelf opnieuw geladen.',
  },
  pl: {
    home: 'Sklep kieruje tutaj, gdy płacisz. Bez zamówienia nie ma tu nic do zobaczenia.',
    formTitle: 'Formularz nie został przyjęty',
    formText: 'Wróć, wczytaj ponownie stronę zamówienia i naciśnij tam przycisk.',
    cardTitle: 'Spróbuj ponownie',
    cardText:
      'W tej chwili nie można przyjąć karty. Spróbuj ponownie za chwilę albo zapłać w inny sposób.',
    busyTitle: 'Jest tu teraz bardzo dużo osób',
    busyText:
      'Twoje zamówienie czeka. Zostaw tę stronę otwartą: za kilka sekund sama załaduje się ponownie.',
  },
  sv: {
    home: 'En butik skickar dig hit när du betalar. Utan en beställning finns det inget att se.',
    formTitle: 'Formuläret togs inte emot',
    formText: 'Gå tillbaka, läs in sidan för din beställning igen och tryck på knappen där.',
    cardTitle: 'Försök igen',
    cardText:
      'Det går inte att ta emot kort just nu. Försök igen om en stund eller betala på ett annat sätt.',
    busyTitle: 'Det är väldigt många här just nu',
    busyText:
      'Din beställning väntar på dig. Låt sidan vara öppen: den laddas om av sig själv om några sekunder.',
  },
  da: {
    home: 'En butik sender dig hertil, når du betaler. Uden en ordre er der intet at se.',
    formTitle: 'Formularen blev ikke godtaget',
    formText: 'Gå tilbage, indlæs siden med din ordre igen, og tryk på knappen der.',
    cardTitle: 'Prøv igen',
    cardText:
      'Der kan ikke modtages kort lige nu. Prøv igen om lidt, eller betal på en anden måde.',
    busyTitle: 'Der er rigtig mange her lige nu',
    busyText:
      'Din ordre venter på dig. Lad siden være åben: Den indlæses igen af sig selv om få sekunder.',
  },
  nb: {
    home: 'En butikk sender deg hit når du betaler. Uten en bestilling er det ingenting å se.',
    formTitle: 'Skjemaet ble ikke godtatt',
    formText: 'Gå tilbake, last inn siden for bestillingen på nytt og trykk på knappen der.',
    cardTitle: 'Prøv igjen',
    cardText:
      'Det går ikke an å ta imot kort akkurat nå. Prøv igjen om litt, eller betal på en annen måte.',
    busyTitle: 'Det er svært mange her akkurat nå',
    busyText:
      'Bestillingen din venter på deg. La siden stå åpen: Den lastes inn på nytt av seg selv om noen sekunder.',
  },
  fi: {
    home: 'Kauppa ohjaa sinut tänne, kun maksat. Ilman tilausta täällä ei ole mitään nähtävää.',
    formTitle: 'Lomaketta ei hyväksytty',
    formText: 'Palaa takaisin, lataa tilauksesi sivu uudelleen ja paina painiketta siellä.',
    cardTitle: 'Yritä uudelleen',
    cardText:
      'Kortteja ei voida juuri nyt vastaanottaa. Yritä hetken kuluttua uudelleen tai maksa toisella tavalla.',
    busyTitle: 'Täällä on juuri nyt hyvin paljon väkeä',
    busyText:
      'Tilauksesi odottaa sinua. Pidä tämä sivu auki: se latautuu itsestään uudelleen muutaman sekunnin kuluttua.',
  },
  cs: {
    home: 'Sem vás posílá obchod, když platíte. Bez objednávky tu není nic k vidění.',
    formTitle: 'Formulář nebyl přijat',
    formText: 'Vraťte se, načtěte znovu stránku své objednávky a stiskněte tlačítko tam.',
    cardTitle: 'Zkuste to prosím znovu',
    cardText: 'Karty teď nelze přijmout. Zkuste to za chvíli znovu, nebo zaplaťte jiným způsobem.',
    busyTitle: 'Právě je tu velmi mnoho lidí',
    busyText:
      'Vaše objednávka na vás počká. Nechte tuto stránku otevřenou: za několik sekund se sama načte znovu.',
  },
  tr: {
    home: 'Ödeme yaparken mağaza sizi buraya yönlendirir. Sipariş olmadan burada görülecek bir şey yok.',
    formTitle: 'Bu form kabul edilmedi',
    formText: 'Geri dönün, siparişinizin sayfasını yeniden yükleyin ve düğmeye orada basın.',
    cardTitle: 'Lütfen yeniden deneyin',
    cardText:
      'Şu anda kart kabul edilemiyor. Biraz sonra yeniden deneyin ya da başka bir yolla ödeyin.',
    busyTitle: 'Şu anda burada çok fazla kişi var',
    busyText:
      'Siparişiniz sizi bekliyor. Bu sayfayı açık tutun: birkaç saniye içinde kendiliğinden yeniden yüklenir.',
  },
  uk: {
    home: 'Сюди вас направляє магазин, коли ви платите. Без замовлення тут нічого немає.',
    formTitle: 'Цю форму не прийнято',
    formText: 'Поверніться назад, завантажте сторінку замовлення ще раз і натисніть кнопку там.',
    cardTitle: 'Спробуйте ще раз',
    cardText: 'Зараз картки не приймаються. Спробуйте трохи згодом або сплатіть іншим способом.',
    busyTitle: 'Зараз тут дуже багато людей',
    busyText:
      'Ваше замовлення чекає на вас. Не закривайте цю сторінку: за кілька секунд вона завантажиться знову сама.',
  },
  ru: {
    home: 'Сюда вас направляет магазин, когда вы платите. Без заказа здесь ничего нет.',
    formTitle: 'Эта форма не принята',
    formText: 'Вернитесь назад, загрузите страницу заказа ещё раз и нажмите кнопку там.',
    cardTitle: 'Попробуйте ещё раз',
    cardText: 'Сейчас карты не принимаются. Попробуйте чуть позже или оплатите другим способом.',
    busyTitle: 'Сейчас здесь очень много людей',
    busyText:
      'Ваш заказ вас ждёт. Не закрывайте эту страницу: через несколько секунд она загрузится снова сама.',
  },
  ar: {
    home: 'يرسلك المتجر إلى هنا عند الدفع. لا شيء لعرضه من دون طلب.',
    formTitle: 'لم يُقبل هذا النموذج',
    formText: 'ارجع وأعد تحميل صفحة طلبك واضغط الزر هناك.',
    cardTitle: 'يُرجى المحاولة مرة أخرى',
    cardText: 'لا يمكن قبول البطاقات الآن. حاول بعد قليل أو ادفع بطريقة أخرى.',
    busyTitle: 'هناك عدد كبير جدًا من الأشخاص هنا الآن',
    busyText: 'طلبك في انتظارك. أبقِ هذه الصفحة مفتوحة: سيُعاد تحميلها تلقائيًا خلال بضع ثوانٍ.',
  },
  he: {
    home: 'חנות שולחת אתכם לכאן בזמן התשלום. בלי הזמנה אין כאן מה לראות.',
    formTitle: 'הטופס לא התקבל',
    formText: 'יש לחזור, לטעון שוב את דף ההזמנה וללחוץ שם על הכפתור.',
    cardTitle: 'נא לנסות שוב',
    cardText: 'אי אפשר לקבל כרטיסים כרגע. אפשר לנסות שוב בעוד רגע או לשלם בדרך אחרת.',
    busyTitle: 'יש כאן כרגע המון אנשים',
    busyText: 'ההזמנה שלך מחכה לך. כדאי להשאיר את הדף פתוח: הוא ייטען מחדש מעצמו בעוד כמה שניות.',
  },
  ja: {
    home: 'お支払いの際にショップからここに移動します。ご注文がない場合、表示するものはありません。',
    formTitle: 'このフォームは受け付けられませんでした',
    formText: '前の画面に戻り、ご注文のページを再読み込みして、そこでボタンを押してください。',
    cardTitle: 'もう一度お試しください',
    cardText:
      '現在カードを受け付けられません。しばらくしてからもう一度試すか、別の方法でお支払いください。',
    busyTitle: 'ただいま大変混み合っています',
    busyText:
      'ご注文はそのままお待ちしています。このページを開いたままにしてください。数秒後に自動で再読み込みされます。',
  },
  ko: {
    home: '결제할 때 상점에서 이곳으로 안내합니다. 주문이 없으면 볼 내용이 없습니다.',
    formTitle: '양식이 접수되지 않았습니다',
    formText: '뒤로 돌아가 주문 페이지를 다시 불러온 다음 그곳에서 버튼을 눌러 주세요.',
    cardTitle: '다시 시도해 주세요',
    cardText:
      '지금은 카드를 받을 수 없습니다. 잠시 후 다시 시도하거나 다른 방법으로 결제해 주세요.',
    busyTitle: '지금 접속자가 매우 많습니다',
    busyText:
      '주문은 그대로 남아 있습니다. 이 페이지를 열어 두세요. 몇 초 후 자동으로 다시 불러옵니다.',
  },
  'zh-CN': {
    home: '付款时，商店会将您带到这里。没有订单就没有可显示的内容。',
    formTitle: '此表单未被接受',
    formText: '请返回，重新加载订单页面，并在那里按下按钮。',
    cardTitle: '请再试一次',
    cardText: '目前无法接受银行卡。请稍后再试，或换一种付款方式。',
    busyTitle: '当前访问人数非常多',
    busyText: '您的订单已为您保留。请不要关闭此页面，几秒后会自动重新加载。',
  },
}

export function plainPageWords(locale: string): PlainPageWords {
  const words = PLAIN_PAGE_WORDS[locale]
  if (words === undefined) throw new Error(`no words of plain pages in ${locale}`)
  return words
}
