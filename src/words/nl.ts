import type {
  AllSandboxWords,
  AssistWords,
  BankWords,
  NoScriptWords,
  PlainWords,
} from './places.ts'
import type { Words } from './words.ts'

export const page: Words = {
  'page.title': '{amount} betalen aan {merchant}',
  'page.language': 'Taal',

  'merchant.help': 'Hulp',
  'merchant.terms': 'Voorwaarden',
  'merchant.privacy': 'Privacy',

  'order.label': 'Bestelling',
  'order.to-pay': 'Te betalen',
  'order.paid': 'U hebt betaald',
  'order.see': 'Details van de bestelling',
  'order.units': { one: '{count} stuk', other: '{count} stuks' },
  'order.subtotal': 'Subtotaal',
  'order.discount': 'Korting',
  'order.shipping': 'Verzending',
  'order.tax': 'Belasting',
  'order.free': 'Gratis',
  'order.interest': 'Rente',
  'order.interest-plan': '{count} termijnen, {rate} per maand',
  'order.difference': 'Correctie',
  'order.total': 'Totaal',
  'order.reference': 'Bestelling {reference}',
  'order.back': 'Terug naar {merchant}',

  'method.heading': 'Betalen met',
  'method.group': 'Betaalmethode',
  'method.card': 'Kaart',
  'method.pix': 'Pix',
  'method.boleto': 'Boleto',
  'method.card.heading': 'Betalen met kaart',
  'method.pix.heading': 'Betalen met Pix',
  'method.boleto.heading': 'Betalen met boleto',
  'method.off': '{discount} korting',
  'method.pix.aside': 'Binnen enkele seconden goedgekeurd',
  'method.boleto.aside': '1 tot 3 werkdagen',
  'method.pix.how': 'U krijgt een code die u kopieert of scant in de app van uw bank.',
  'method.boleto.how':
    'U krijgt een boleto die u betaalt in de app van uw bank, op een bankkantoor of bij een loterijverkooppunt.',

  'field.card-number': 'Kaartnummer',
  'field.card-expiry': 'Vervaldatum',
  'field.card-code': 'Beveiligingscode',
  'field.card-name': 'Naam op de kaart',
  'field.installments': 'Termijnen',
  'field.email': 'E-mail',
  'field.name': 'Volledige naam',
  'field.phone': 'Telefoon',
  'field.tax-id': 'CPF of CNPJ',
  'field.country': 'Land',
  'field.postal-code': 'Postcode',
  'field.address-line1': 'Straat en huisnummer',
  'field.address-line2': 'Appartement, verdieping enz.',
  'field.city': 'Plaats',
  'field.state': 'Staat of provincie',
  'field.optional': 'optioneel',
  'field.address': 'Factuuradres',

  'hint.card-expiry': 'MM / JJ',
  'hint.card-code': '{count} cijfers',
  'hint.card-code.front': '4 cijfers op de voorkant van de kaart',
  'hint.card-name': 'Zoals op de kaart staat',
  'hint.email': 'voor het ontvangstbewijs',
  'hint.email.contact': 'zodat de winkel u kan bereiken',

  'error.card-number.missing': 'Vul het kaartnummer in.',
  'error.card-number.wrong': 'Controleer het kaartnummer.',
  'error.card-expiry.missing': 'Vul de vervaldatum in.',
  'error.card-expiry.wrong': 'Vul een maand en een jaar in, zoals 08 / 29.',
  'error.card-expiry.month': 'Vul een maand van 01 tot 12 in, zoals 08 / 29.',
  'error.card-expiry.past': 'Deze kaart is verlopen. Gebruik een andere.',
  'error.card-code.missing': 'Vul de beveiligingscode in.',
  'error.card-code.again': 'Vul de beveiligingscode opnieuw in.',
  'error.card-code.wrong': 'Vul alle cijfers van de beveiligingscode in.',
  'error.card-name.missing': 'Vul de naam in zoals die op de kaart staat.',
  'error.card-name.wrong': 'Dit lijkt een nummer. Vul de naam op de kaart in.',
  'error.email.missing': 'Vul uw e-mailadres in.',
  'error.email.wrong': 'Vul een volledig e-mailadres in, zoals ana@example.com.',
  'error.name.missing': 'Vul uw volledige naam in.',
  'error.phone.missing': 'Vul uw telefoonnummer met netnummer in.',
  'error.phone.wrong':
    'Vul het nummer met netnummer in, zonder toestelnummer. Begin voor een ander land met +.',
  'error.tax-id.missing': 'Vul een CPF of CNPJ in.',
  'error.tax-id.wrong': 'Controleer de CPF of CNPJ.',
  'error.country.missing': 'Kies het land.',
  'error.postal-code.missing': 'Vul de postcode in.',
  'error.postal-code.wrong': 'Vul de 8 cijfers van de CEP in.',
  'error.address-line1.missing': 'Vul de straat en het huisnummer in.',
  'error.city.missing': 'Vul de plaats in.',
  'error.state.missing': 'Vul de staat of provincie in.',
  'error.refused': 'Controleer dit veld.',
  'error.text': 'De tekst is te lang of bevat onzichtbare tekens.',
  'error.summary': {
    one: 'Controleer {count} veld: {fields}.',
    other: 'Controleer {count} velden: {fields}.',
  },

  'card.frame': 'Kaartgegevens',
  'card.failed.title': 'De kaartvelden konden niet worden geladen',
  'card.failed.text': 'Controleer uw verbinding en probeer het opnieuw. Er is niets verzonden.',

  'installments.once': 'In één keer, {amount}',
  'installments.free': 'zonder rente',
  'installments.charged': '{total} met rente',
  'installments.rate': '{rate} rente per maand vanaf {count} termijnen',
  'installments.up-to': 'tot {count} × {amount} zonder rente',
  'installments.then': 'daarna {rate} per maand',

  'pay.button': '{amount} betalen',
  'pay.button.pix': 'Pix-code aanmaken',
  'pay.button.boleto': 'Boleto aanmaken',
  'pay.busy': 'Bezig met betalen…',
  'pay.slow': 'Contact met uw bank…',
  'pay.busy.generating': 'Wordt aangemaakt…',
  'pay.card-promise': 'Uw kaart wordt versleuteld voordat ze deze pagina verlaat.',
  'pay.another-way': 'Op een andere manier betalen',
  'pay.return.pix': 'Terug naar de Pix-code',
  'pay.return.boleto': 'Terug naar de boleto',
  'pay.return.card': 'Terug naar de bevestiging bij uw bank',
  'pay.time-left': 'U hebt nog {time} om te betalen.',
  'pay.attempts-left': {
    one: 'U kunt het nog één keer proberen.',
    other: 'U kunt het nog {count} keer proberen.',
  },

  'authorize.button': '{amount} autoriseren',
  'authorize.busy': 'Bezig met autoriseren…',
  'authorize.note': 'Er wordt pas afgeschreven als {merchant} bevestigt.',

  'no-money-taken': 'Er is geen geld afgeschreven.',
  'do-not-pay-again': 'Betaal niet nog een keer.',

  'decline.card_declined.title': 'Uw bank heeft deze kaart geweigerd',
  'decline.card_declined.text':
    'De bank gaf geen reden. Probeer een andere kaart of neem contact op met uw bank.',
  'decline.insufficient_funds.title': 'Onvoldoende saldo',
  'decline.insufficient_funds.text':
    'Het saldo of de limiet van deze kaart is niet toereikend. Probeer een andere kaart of betaalmethode.',
  'decline.card_details.title': 'De kaartgegevens kloppen niet',
  'decline.card_details.text':
    'Controleer het nummer, de vervaldatum en de beveiligingscode, of gebruik een andere kaart.',
  'decline.processing_error.title': 'De bank kon deze kaart niet verwerken',
  'decline.processing_error.text': 'Probeer het zo meteen opnieuw of gebruik een andere kaart.',
  'decline.lost_card.title': 'Deze kaart kan niet worden gebruikt',
  'decline.lost_card.text':
    'Gebruik een andere kaart of betaalmethode, of neem contact op met uw bank.',
  'decline.stolen_card.title': 'Deze kaart kan niet worden gebruikt',
  'decline.stolen_card.text':
    'Gebruik een andere kaart of betaalmethode, of neem contact op met uw bank.',
  'decline.suspected_fraud.title': 'Deze betaling is niet goedgekeurd',
  'decline.suspected_fraud.text': 'Gebruik een andere kaart of betaalmethode.',
  'decline.authentication_failed.title': 'Uw bank kon niet bevestigen dat u het bent',
  'decline.authentication_failed.text': 'Probeer het opnieuw of gebruik een andere kaart.',
  'decline.authentication_abandoned.title': 'De bevestiging bij uw bank is niet afgerond',
  'decline.authentication_abandoned.text':
    'Probeer het opnieuw en rond de bevestiging af, of gebruik een andere kaart.',
  'decline.pix_expired.title': 'De Pix-code is verlopen',
  'decline.pix_expired.text': 'Maak hieronder een nieuwe aan.',
  'decline.boleto_expired.title': 'De boleto is verlopen',
  'decline.boleto_expired.text': 'Maak hieronder een nieuwe aan.',
  'decline.replaced.title': 'Uw vorige betaling is geannuleerd',
  'decline.replaced.text': 'Kies hoe u wilt betalen.',
  'decline.other.title': 'De betaling is niet doorgegaan',
  'decline.other.text': 'Probeer het opnieuw of gebruik een andere betaalmethode.',
  'decline.enter-again': 'Vul uw kaartgegevens opnieuw in.',

  'refused.too_many_attempts.title': 'Te veel pogingen',
  'refused.too_many_attempts.text': 'Ga terug naar de winkel en begin een nieuwe betaling.',
  'refused.rate_limited.title': 'Te veel pogingen vanaf dit apparaat',
  'refused.rate_limited.text': 'Wacht een minuut en probeer het opnieuw.',
  'refused.payments_unavailable.title': 'Deze betaalmethode werkt op dit moment niet',
  'refused.card-later.text': {
    one: 'Over {count} minuut kunt u het weer met een kaart proberen.',
    other: 'Over {count} minuten kunt u het weer met een kaart proberen.',
  },
  'refused.other-way': 'Of kies nu een andere manier om te betalen.',
  'refused.validation_failed.title': 'Er ontbreekt iets',
  'refused.validation_failed.text': 'Controleer de velden hieronder.',
  'refused.other.title': 'Dat is niet gelukt',
  'refused.other.text':
    'Probeer het opnieuw. Gebeurt het weer, geef de winkel dan deze code: {requestId}',

  'challenge.title': 'Bevestig bij uw bank',
  'challenge.text': 'Uw bank moet bevestigen dat u het bent. Daarna komt u hier terug.',
  'challenge.button': 'Verder naar uw bank',
  'challenge.dialog.open': 'De pagina van uw bank openen',
  'challenge.dialog.close': 'Sluiten',

  'pix.title': 'Betalen met Pix',
  'pix.step.copy': 'Kopieer de code.',
  'pix.step.paste': 'Open de app van uw bank en plak de code onder Pix.',
  'pix.step.open': 'Open de app van uw bank en kies Pix.',
  'pix.step.scan': 'Scan deze code.',
  'pix.step.payee': 'Controleer of {merchant} de ontvanger is en bevestig.',
  'pix.or-scan': 'Of scan hem met een andere telefoon',
  'pix.code': 'Pix-code',
  'pix.qr': 'QR-code voor Pix',
  'pix.copy': 'Pix-code kopiëren',
  'pix.next': 'Open nu de app van uw bank.',
  'pix.waiting': 'Wachten op uw betaling · nog {time}',
  'pix.until': 'tot {time}',
  'pix.over': 'We gaan na of uw betaling is aangekomen.',
  'pix.soon': 'Nog {time} om met deze code te betalen.',
  'pix.payee': 'Ontvanger',
  'pix.id': 'Pix-transactie-ID',
  'pix.id.copy': 'Pix-transactie-ID kopiëren',

  'boleto.title': 'Uw boleto staat klaar',
  'boleto.how':
    'Betaal die in de app van uw bank, op een bankkantoor of bij een loterijverkooppunt.',
  'boleto.due': 'Uiterste betaaldatum',
  'boleto.amount': 'Bedrag',
  'boleto.line': 'Boletonummer',
  'boleto.barcode': 'Streepjescode van de boleto',
  'boleto.copy': 'Boletonummer kopiëren',
  'boleto.pdf': 'Boleto openen (pdf)',
  'boleto.waiting':
    'De bevestiging duurt 1 tot 3 werkdagen. U kunt deze pagina sluiten; de boleto blijft op deze link staan.',

  copied: 'Gekopieerd',
  'copied.not':
    'Uw browser heeft niets gekopieerd. De tekst is geselecteerd in het veld: druk op Ctrl+C (⌘C op een Mac), of houd uw vinger erop en kies Kopieer.',

  'checking.title': 'We controleren uw betaling',
  'checking.text':
    'Betaal niet nog een keer. Deze pagina wordt vanzelf bijgewerkt, meestal binnen een minuut.',
  'checking.offline': 'Betaal niet nog een keer. We gaan verder zodra de verbinding terug is.',
  'checking.long':
    'Het duurt langer dan gewoonlijk. U kunt deze pagina sluiten; we laten het {merchant} weten zodra de bank antwoordt.',
  'processing.title': 'Uw betaling wordt verwerkt',
  'processing.text': 'Betaal niet nog een keer. Deze pagina wordt vanzelf bijgewerkt.',

  'paid.title': 'Betaling ontvangen',
  'paid.told': '{merchant} heeft uw betaling ontvangen. U kunt deze pagina sluiten.',
  'paid.already.title': 'Deze bestelling is al betaald',
  'paid.already.text': 'U hoeft niets meer te doen. Hier is uw ontvangstbewijs.',
  'paid.refunded.title': 'Deze betaling is terugbetaald',
  'paid.refunded.text': 'U krijgt het geld terug via dezelfde betaalmethode.',
  'paid.telling': 'We laten het {merchant} weten…',
  'paid.returning': {
    one: 'Over {count} seconde gaat u terug naar de winkel.',
    other: 'Over {count} seconden gaat u terug naar de winkel.',
  },
  'paid.stay': 'Hier blijven',
  'paid.print': 'Afdrukken of opslaan',
  'paid.email': 'We sturen het ontvangstbewijs naar {email}.',

  'authorized.title': 'Betaling geautoriseerd',
  'authorized.text':
    '{merchant} schrijft het bedrag later van uw kaart af, uiterlijk op {date}. Er is nog niets afgeschreven.',
  'authorized.amount': 'Geautoriseerd',
  'released.title': 'De reservering is vrijgegeven',
  'released.text': 'Uw bank kan de reservering nog enkele dagen tonen.',

  'refund.title': '{amount} terugbetaald',
  'refund.to-card':
    'Het geld gaat terug naar uw kaart. Het kan tot twee afschriften duren voordat u het ziet.',
  'refund.to-account':
    'Een boleto wordt meestal op een bankrekening terugbetaald. {merchant} kan u vertellen hoe u het geld krijgt.',
  'refund.paid': 'Betaald',
  'refund.refunded': 'Terugbetaald',
  'refund.reversed': 'Teruggeboekt door uw bank',
  'refund.balance': 'Totaal na terugbetaling',
  'refund.taken-back.title': 'Uw bank heeft deze betaling teruggeboekt',
  'refund.taken-back.part': 'Uw bank heeft {amount} teruggeboekt',
  'refund.taken-back.text':
    'Uw bank heeft {amount} van deze betaling teruggeboekt en kan u vertellen waarom. Hebt u een vraag over de bestelling, neem dan contact op met {merchant}.',
  'refund.taken-back.left': 'Totaal daarna',
  'refund.undelivered':
    'Een terugbetaling van {amount} kon niet worden bezorgd. Neem contact op met {merchant}.',

  'receipt.amount': 'Bedrag',
  'receipt.method': 'Betaald met',
  'receipt.card': 'Kaart',
  'receipt.card-ending': '{brand} eindigend op {lastFour}',
  'receipt.card-unbranded': 'Eindigend op {lastFour}',
  'receipt.installments': 'Termijnen',
  'receipt.in-installments': '{count} × {amount}',
  'receipt.when': 'Datum',
  'receipt.number': 'Betalings-ID',
  'receipt.copy': 'Betalings-ID kopiëren',
  'receipt.order': 'Bestelling',
  'receipt.seller': 'Verkocht door',

  'email.subject': 'Uw ontvangstbewijs van {merchant}',
  'email.title': 'U hebt {amount} betaald aan {merchant}',
  'email.link': 'Ontvangstbewijs openen',
  'email.lasting': 'U kunt het daar altijd lezen, afdrukken of opslaan.',
  'email.why':
    'Dit bericht is automatisch verstuurd, omdat dit adres bij de betaling is opgegeven. Hebt u een vraag over de bestelling, neem dan contact op met {merchant}.',

  'expired.title': 'De betaaltijd is verstreken',
  'expired.text':
    'Ga terug naar de winkel en probeer het opnieuw. Uw winkelwagen is er misschien nog.',
  'canceled.title': 'Deze betaling is geannuleerd',
  'canceled.text': 'Ga terug naar de winkel als u nog wilt bestellen.',
  'ended.money-came':
    'Uw betaling kwam te laat. {merchant} accepteert die of betaalt u terug. Neem contact op als u niets hoort.',
  'ended.money-returned': 'Uw betaling kwam te laat en wordt terugbetaald.',
  'not-found.title': 'We kunnen deze betaling niet vinden',
  'not-found.text': 'Controleer de link, of ga terug naar de winkel en begin opnieuw.',
  'not-found.back': 'Terug',
  'broken.title': 'Er ging bij ons iets mis',
  'broken.text': 'Probeer het opnieuw om te zien hoe het met uw betaling staat.',
  'broken.request': 'Gebeurt het weer, geef de winkel dan deze code:',
  'broken.again': 'Opnieuw proberen',

  'connection.offline': 'U bent offline. Deze pagina gaat verder zodra u weer verbinding hebt.',
  'connection.lost': 'We kunnen de betaalpagina niet bereiken. Nieuwe poging…',

  'state.loading': 'Laden…',
}

export const plain: PlainWords = {
  home: 'Een winkel stuurt u hierheen als u betaalt. Zonder bestelling is hier niets te zien.',
  formTitle: 'Dit formulier is niet geaccepteerd',
  formText: 'Ga terug, laad de pagina van uw bestelling opnieuw en probeer het daar nog eens.',
  cardTitle: 'Probeer het opnieuw',
  cardText:
    'We kunnen nu geen kaarten aannemen. Probeer het zo opnieuw of betaal op een andere manier.',
  busyTitle: 'Het is nu erg druk',
  busyText:
    'Uw bestelling blijft bewaard. Laat deze pagina open: ze wordt over enkele seconden vanzelf opnieuw geladen.',
}

export const noScript: NoScriptWords = {
  cardTitle: 'Betalen met kaart vereist JavaScript',
  cardText:
    'Uw kaart wordt in uw browser versleuteld voordat ze wordt verstuurd, en dat kan alleen JavaScript. Zet het aan en laad deze pagina opnieuw.',
  checkNow: 'Nu controleren',
  payBy: 'Betalen vóór',
  waiting: 'We wachten op uw betaling. Deze pagina wordt vanzelf bijgewerkt.',
  staleTitle: 'Probeer het nog een keer',
  staleText: 'Het formulier stond te lang open, of uw browser bewaart geen cookies.',
}

export const assist: AssistWords = {
  emailMeant: 'Bedoelde u {email}?',
  addNumber: 'Vul het huisnummer aan',
}

export const sandbox: AllSandboxWords = {
  banner: 'Sandbox. Hier gaat geen echt geld om.',
  testValues: 'Testkaarten en test-e-mailadressen',
  paid: 'betaald',
  declined: 'geweigerd',
  insufficientFunds: 'onvoldoende saldo',
  challenge: 'bevestigd bij de bank',
  processing: 'eerst ‘in behandeling’, daarna betaald',
  noAnswer: 'de bank antwoordt niet: ‘wordt gecontroleerd’, daarna betaald',
  paidAtOnce: 'Pix of boleto, meteen betaald',
  expiresAtOnce: 'Pix of boleto, meteen verlopen',
  neverPaid: 'Pix of boleto, nooit betaald',
  anyExpiryAndCode: 'Elke toekomstige vervaldatum, elke beveiligingscode.',
  decide: 'Bepaal wat er gebeurt',
  declineCode: 'Weigeringscode',
  notPossible: 'Dat kan nu niet.',
  preview:
    'Voorbeeld van een betaalpagina: er hoort geen bestelling bij en u kunt hier niets betalen.',
  outcomes: {
    pay: 'Betaald',
    decline: 'Geweigerd',
    challenge_failed: '3-D Secure mislukt',
    pix_paid: 'Pix betaald',
    pix_paid_late: 'Pix te laat betaald',
    boleto_paid: 'Boleto betaald',
    boleto_paid_late: 'Boleto te laat betaald',
    processor_timeout: 'Bank antwoordt niet',
    expire: 'Sessie verlopen',
    void: 'Reservering vrijgegeven',
    authorization_expired: 'Reservering verlopen',
  },
}

export const bank: BankWords = {
  bank: 'Sandbox Bank',
  ribbon: 'Simulator: geen echte bank, geen echt geld',
  title: 'Bevestig deze betaling',
  explanation:
    'Hier zou de bank die uw kaart heeft uitgegeven controleren of u het bent. In de sandbox kiest u het resultaat.',
  merchant: 'Winkel',
  amount: 'Bedrag',
  card: 'Kaart',
  cardEndingIn: 'eindigend op',
  complete: 'Verificatie voltooien',
  fail: 'Verificatie laten mislukken',
  cancel: 'Annuleren',
  notFoundTitle: 'Deze pagina bestaat niet',
  notFound: 'Het adres is onvolledig of hoort bij geen enkele betaling van deze sandbox.',
}
