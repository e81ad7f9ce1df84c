import type {
  AllSandboxWords,
  AssistWords,
  BankWords,
  NoScriptWords,
  PlainWords,
} from './places.ts'
import type { Words } from './words.ts'

export const page: Words = {
  'page.title': 'Payer {amount} à {merchant}',
  'page.language': 'Langue',

  'merchant.help': 'Aide',
  'merchant.terms': 'Conditions',
  'merchant.privacy': 'Confidentialité',

  'order.label': 'Commande',
  'order.to-pay': 'Total à payer',
  'order.paid': 'Vous avez payé',
  'order.see': 'Détail de la commande',
  'order.units': { one: '{count} unité', many: '{count} d’unités', other: '{count} unités' },
  'order.subtotal': 'Sous-total',
  'order.discount': 'Remise',
  'order.shipping': 'Livraison',
  'order.tax': 'Taxes',
  'order.free': 'Gratuite',
  'order.interest': 'Intérêts',
  'order.interest-plan': '{count} mensualités, {rate} par mois',
  'order.difference': 'Ajustement',
  'order.total': 'Total',
  'order.reference': 'Commande {reference}',
  'order.back': 'Retour à {merchant}',

  'method.heading': 'Payer par',
  'method.group': 'Moyen de paiement',
  'method.card': 'Carte',
  'method.pix': 'Pix',
  'method.boleto': 'Boleto',
  'method.card.heading': 'Payer par carte',
  'method.pix.heading': 'Payer avec Pix',
  'method.boleto.heading': 'Payer par boleto',
  'method.off': '{discount} de remise',
  'method.pix.aside': 'Approuvé en quelques secondes',
  'method.boleto.aside': '1 à 3 jours ouvrés',
  'method.pix.how':
    'Vous recevez un code à copier ou à scanner dans l’application de votre banque.',
  'method.boleto.how':
    'Vous recevez un boleto à payer dans l’application de votre banque, en agence ou dans un point de vente de loterie.',

  'field.card-number': 'Numéro de carte',
  'field.card-expiry': 'Date d’expiration',
  'field.card-code': 'Code de sécurité',
  'field.card-name': 'Nom sur la carte',
  'field.installments': 'Mensualités',
  'field.email': 'E-mail',
  'field.name': 'Nom complet',
  'field.phone': 'Téléphone',
  'field.tax-id': 'CPF ou CNPJ',
  'field.country': 'Pays',
  'field.postal-code': 'Code postal',
  'field.address-line1': 'Rue et numéro',
  'field.address-line2': 'Appartement, étage, etc.',
  'field.city': 'Ville',
  'field.state': 'État ou région',
  'field.optional': 'facultatif',
  'field.address': 'Adresse de facturation',

  'hint.card-expiry': 'MM / AA',
  'hint.card-code': '{count} chiffres',
  'hint.card-code.front': '4 chiffres au recto de la carte',
  'hint.card-name': 'Tel qu’il figure sur la carte',
  'hint.email': 'pour le reçu',
  'hint.email.contact': 'pour que la boutique vous contacte',

  'error.card-number.missing': 'Saisissez le numéro de carte.',
  'error.card-number.wrong': 'Vérifiez le numéro de carte.',
  'error.card-expiry.missing': 'Saisissez la date d’expiration.',
  'error.card-expiry.wrong': 'Saisissez le mois et l’année, comme 08 / 29.',
  'error.card-expiry.month': 'Saisissez un mois de 01 à 12, comme 08 / 29.',
  'error.card-expiry.past': 'Cette carte a expiré. Utilisez-en une autre.',
  'error.card-code.missing': 'Saisissez le code de sécurité.',
  'error.card-code.again': 'Saisissez de nouveau le code de sécurité.',
  'error.card-code.wrong': 'Saisissez tous les chiffres du code de sécurité.',
  'error.card-name.missing': 'Saisissez le nom tel qu’il figure sur la carte.',
  'error.card-name.wrong': 'Cela ressemble à un numéro. Saisissez le nom qui figure sur la carte.',
  'error.email.missing': 'Saisissez votre adresse e-mail.',
  'error.email.wrong': 'Saisissez une adresse complète, comme ana@example.com.',
  'error.name.missing': 'Saisissez votre nom complet.',
  'error.phone.missing': 'Saisissez votre numéro de téléphone avec l’indicatif.',
  'error.phone.wrong':
    'Saisissez le numéro avec l’indicatif, sans poste. Pour un autre pays, commencez par +.',
  'error.tax-id.missing': 'Saisissez un CPF ou un CNPJ.',
  'error.tax-id.wrong': 'Vérifiez le CPF ou le CNPJ.',
  'error.country.missing': 'Choisissez le pays.',
  'error.postal-code.missing': 'Saisissez le code postal.',
  'error.postal-code.wrong': 'Saisissez les 8 chiffres du CEP.',
  'error.address-line1.missing': 'Saisissez la rue et le numéro.',
  'error.city.missing': 'Saisissez la ville.',
  'error.state.missing': 'Saisissez l’État ou la région.',
  'error.refused': 'Vérifiez ce champ.',
  'error.text': 'Ce texte est trop long ou contient des caractères invisibles.',
  'error.summary': {
    one: 'Vérifiez {count} champ : {fields}.',
    many: 'Vérifiez {count} de champs : {fields}.',
    other: 'Vérifiez {count} champs : {fields}.',
  },

  'card.frame': 'Données de la carte',
  'card.failed.title': 'Impossible de charger les champs de la carte',
  'card.failed.text': 'Vérifiez votre connexion et réessayez. Rien n’a été envoyé.',

  'installments.once': 'En une fois, {amount}',
  'installments.free': 'sans frais',
  'installments.free-up-to': 'Jusqu’à {count}× sans frais',
  'installments.charged': '{total} avec intérêts',
  'installments.rate': 'Intérêts de {rate} par mois à partir de {count} mensualités',
  'installments.up-to': 'jusqu’à {count} × {amount} sans frais',
  'installments.then': 'puis {rate} par mois',

  'pay.button': 'Payer {amount}',
  'pay.button.pix': 'Obtenir le code Pix',
  'pay.button.boleto': 'Obtenir le boleto',
  'pay.busy': 'Paiement en cours…',
  'pay.slow': 'Échange avec votre banque…',
  'pay.busy.generating': 'Création en cours…',
  'pay.card-promise': 'Votre carte est chiffrée avant de quitter cette page.',
  'pay.another-way': 'Payer autrement',
  'pay.return.pix': 'Revenir au code Pix',
  'pay.return.boleto': 'Revenir au boleto',
  'pay.return.card': 'Revenir à la confirmation par votre banque',
  'pay.time-left': 'Il vous reste {time} pour payer.',
  'pay.attempts-left': {
    one: 'Vous pouvez essayer encore {count} fois.',
    many: 'Vous pouvez essayer encore {count} de fois.',
    other: 'Vous pouvez essayer encore {count} fois.',
  },

  'authorize.button': 'Autoriser {amount}',
  'authorize.busy': 'Autorisation en cours…',
  'authorize.note': 'Le débit aura lieu quand {merchant} aura confirmé.',

  'no-money-taken': 'Aucun montant n’a été débité.',
  'do-not-pay-again': 'Ne payez pas une seconde fois.',

  'decline.card_declined.title': 'Votre banque a refusé cette carte',
  'decline.card_declined.text':
    'Elle n’a pas précisé le motif. Essayez une autre carte ou contactez votre banque.',
  'decline.insufficient_funds.title': 'Solde insuffisant',
  'decline.insufficient_funds.text':
    'Le solde ou le plafond de cette carte ne suffit pas. Essayez une autre carte ou un autre moyen de paiement.',
  'decline.card_details.title': 'Les données de la carte sont incorrectes',
  'decline.card_details.text':
    'Vérifiez le numéro, la date d’expiration et le code de sécurité, ou utilisez une autre carte.',
  'decline.processing_error.title': 'La banque n’a pas pu traiter cette carte',
  'decline.processing_error.text': 'Réessayez dans un instant ou utilisez une autre carte.',
  'decline.lost_card.title': 'Cette carte ne peut pas être utilisée',
  'decline.lost_card.text':
    'Utilisez une autre carte ou un autre moyen de paiement, ou contactez votre banque.',
  'decline.stolen_card.title': 'Cette carte ne peut pas être utilisée',
  'decline.stolen_card.text':
    'Utilisez une autre carte ou un autre moyen de paiement, ou contactez votre banque.',
  'decline.suspected_fraud.title': 'Ce paiement n’a pas été autorisé',
  'decline.suspected_fraud.text': 'Utilisez une autre carte ou un autre moyen de paiement.',
  'decline.authentication_failed.title': 'Votre banque n’a pas pu confirmer que c’est bien vous',
  'decline.authentication_failed.text': 'Réessayez ou utilisez une autre carte.',
  'decline.authentication_abandoned.title':
    'La confirmation auprès de votre banque n’est pas terminée',
  'decline.authentication_abandoned.text': 'Réessayez et terminez-la, ou utilisez une autre carte.',
  'decline.pix_expired.title': 'Le code Pix a expiré',
  'decline.pix_expired.text': 'Obtenez-en un nouveau ci-dessous.',
  'decline.boleto_expired.title': 'Le boleto a expiré',
  'decline.boleto_expired.text': 'Obtenez-en un nouveau ci-dessous.',
  'decline.replaced.title': 'Le paiement précédent a été annulé',
  'decline.replaced.text': 'Choisissez comment vous voulez payer.',
  'decline.other.title': 'Le paiement n’a pas abouti',
  'decline.other.text': 'Réessayez ou utilisez un autre moyen de paiement.',
  'decline.enter-again': 'Saisissez de nouveau les données de votre carte.',

  'refused.too_many_attempts.title': 'Trop de tentatives',
  'refused.too_many_attempts.text': 'Retournez à la boutique et commencez un nouveau paiement.',
  'refused.rate_limited.title': 'Trop de tentatives depuis cet appareil',
  'refused.rate_limited.text': 'Attendez une minute, puis réessayez.',
  'refused.payments_unavailable.title': 'Ce moyen de paiement ne fonctionne pas en ce moment',
  'refused.card-later.text': {
    one: 'Vous pourrez réessayer avec une carte dans {count} minute.',
    many: 'Vous pourrez réessayer avec une carte dans {count} minutes.',
    other: 'Vous pourrez réessayer avec une carte dans {count} minutes.',
  },
  'refused.other-way': 'Ou choisissez dès maintenant un autre moyen de paiement.',
  'refused.validation_failed.title': 'Il manque quelque chose',
  'refused.validation_failed.text': 'Vérifiez les champs ci-dessous.',
  'refused.other.title': 'Cela n’a pas fonctionné',
  'refused.other.text':
    'Réessayez. Si cela se reproduit, communiquez cette référence à la boutique : {requestId}',

  'challenge.title': 'Confirmez auprès de votre banque',
  'challenge.text':
    'Votre banque doit confirmer que c’est bien vous. Vous reviendrez ensuite sur cette page.',
  'challenge.button': 'Continuer vers votre banque',
  'challenge.dialog.open': 'Ouvrir la page de votre banque',
  'challenge.dialog.close': 'Fermer',

  'pix.title': 'Payer avec Pix',
  'pix.step.copy': 'Copiez le code.',
  'pix.step.paste': 'Ouvrez l’application de votre banque et collez-le dans la section Pix.',
  'pix.step.open': 'Ouvrez l’application de votre banque et choisissez Pix.',
  'pix.step.scan': 'Scannez ce code.',
  'pix.step.payee': 'Vérifiez que le bénéficiaire est {merchant}, puis confirmez.',
  'pix.or-scan': 'Ou scannez-le avec un autre téléphone',
  'pix.code': 'Code Pix',
  'pix.qr': 'QR code Pix',
  'pix.copy': 'Copier le code Pix',
  'pix.next': 'Ouvrez maintenant l’application de votre banque.',
  'pix.waiting': 'En attente de votre paiement · encore {time}',
  'pix.until': 'jusqu’à {time}',
  'pix.over': 'Nous vérifions si votre paiement est arrivé.',
  'pix.soon': 'Il reste {time} pour payer avec ce code.',
  'pix.payee': 'Bénéficiaire',
  'pix.id': 'ID de la transaction Pix',
  'pix.id.copy': 'Copier l’ID de la transaction Pix',

  'boleto.title': 'Votre boleto est prêt',
  'boleto.how':
    'Payez-le dans l’application de votre banque, en agence ou dans un point de vente de loterie.',
  'boleto.due': 'Date d’échéance',
  'boleto.amount': 'Montant',
  'boleto.line': 'Numéro du boleto',
  'boleto.barcode': 'Code-barres du boleto',
  'boleto.copy': 'Copier le numéro du boleto',
  'boleto.pdf': 'Ouvrir le boleto (PDF)',
  'boleto.waiting':
    'La confirmation prend 1 à 3 jours ouvrés. Vous pouvez fermer cette page : le boleto reste disponible à ce lien.',

  copied: 'Copié',
  'copied.not':
    'Votre navigateur n’a rien copié. Le texte est sélectionné dans le champ : appuyez sur Ctrl+C (⌘C sur Mac), ou maintenez le doigt dessus et choisissez Copier.',

  'checking.title': 'Nous vérifions votre paiement',
  'checking.text':
    'Ne payez pas une seconde fois. Cette page s’actualise d’elle-même, en général en moins d’une minute.',
  'checking.offline':
    'Ne payez pas une seconde fois. Nous continuerons dès que la connexion sera rétablie.',
  'checking.long':
    'C’est plus long que d’habitude. Vous pouvez fermer cette page : nous préviendrons {merchant} dès que la banque aura répondu.',
  'processing.title': 'Votre paiement est en cours de traitement',
  'processing.text': 'Ne payez pas une seconde fois. Cette page s’actualise d’elle-même.',

  'paid.title': 'Paiement reçu',
  'paid.told': '{merchant} a bien reçu votre paiement. Vous pouvez fermer cette page.',
  'paid.already.title': 'Cette commande est déjà payée',
  'paid.already.text': 'Vous n’avez plus rien à faire. Voici votre reçu.',
  'paid.refunded.title': 'Ce paiement a été remboursé',
  'paid.refunded.text': 'Le remboursement sera versé sur le moyen de paiement utilisé.',
  'paid.telling': 'Transmission à {merchant}…',
  'paid.returning': {
    one: 'Retour à la boutique dans {count} seconde.',
    many: 'Retour à la boutique dans {count} de secondes.',
    other: 'Retour à la boutique dans {count} secondes.',
  },
  'paid.stay': 'Rester ici',
  'paid.print': 'Imprimer ou enregistrer',
  'paid.email': 'Le reçu sera envoyé à {email}.',

  'authorized.title': 'Paiement autorisé',
  'authorized.text':
    '{merchant} débitera votre carte plus tard, le {date} au plus tard. Rien n’a encore été débité.',
  'authorized.amount': 'Autorisé',
  'released.title': 'La préautorisation a été levée',
  'released.text': 'Votre banque peut encore afficher la préautorisation pendant quelques jours.',

  'refund.title': 'Remboursement de {amount}',
  'refund.to-card':
    'L’argent est recrédité sur votre carte. Il peut n’apparaître que sur le deuxième relevé.',
  'refund.to-account':
    'Un boleto est généralement remboursé sur un compte bancaire. {merchant} peut vous indiquer comment vous recevrez l’argent.',
  'refund.paid': 'Payé',
  'refund.refunded': 'Remboursé',
  'refund.reversed': 'Restitué par votre banque',
  'refund.balance': 'Total après remboursement',
  'refund.taken-back.title': 'Votre banque a restitué ce paiement',
  'refund.taken-back.part': 'Votre banque a restitué {amount}',
  'refund.taken-back.text':
    'Votre banque a restitué {amount} de ce paiement et peut vous dire pourquoi. Pour toute question sur la commande, contactez {merchant}.',
  'refund.taken-back.left': 'Total après cela',
  'refund.undelivered': 'Un remboursement de {amount} n’a pas pu aboutir. Contactez {merchant}.',

  'receipt.amount': 'Montant',
  'receipt.method': 'Moyen de paiement',
  'receipt.card': 'Carte',
  'receipt.card-ending': '{brand} se terminant par {lastFour}',
  'receipt.card-unbranded': 'Se terminant par {lastFour}',
  'receipt.installments': 'Mensualités',
  'receipt.in-installments': '{count} × {amount}',
  'receipt.when': 'Date',
  'receipt.number': 'ID du paiement',
  'receipt.copy': 'Copier l’ID du paiement',
  'receipt.order': 'Commande',
  'receipt.seller': 'Vendu par',

  'email.subject': 'Votre reçu : {merchant}',
  'email.title': 'Vous avez payé {amount} à {merchant}',
  'email.link': 'Ouvrir le reçu',
  'email.lasting': 'Vous pouvez l’y lire, l’imprimer ou l’enregistrer à tout moment.',
  'email.boleto-due': 'Votre boleto {merchant} est à payer au plus tard le {date}',
  'email.why':
    'Ce message a été envoyé automatiquement, car cette adresse a été indiquée lors du paiement. Pour toute question sur la commande, contactez {merchant}.',

  'expired.title': 'Le délai de paiement est écoulé',
  'expired.text': 'Retournez à la boutique et réessayez. Votre panier y est peut-être encore.',
  'canceled.title': 'Ce paiement a été annulé',
  'canceled.text': 'Retournez à la boutique si vous voulez encore acheter.',
  'ended.money-came':
    'Votre paiement est arrivé trop tard. {merchant} va l’accepter ou vous rembourser ; contactez la boutique si vous restez sans nouvelles.',
  'ended.money-returned': 'Votre paiement est arrivé trop tard et va vous être remboursé.',
  'not-found.title': 'Paiement introuvable',
  'not-found.text': 'Vérifiez le lien, ou retournez à la boutique et recommencez.',
  'not-found.back': 'Retour',
  'broken.title': 'Une erreur s’est produite de notre côté',
  'broken.text': 'Réessayez pour voir où en est votre paiement.',
  'broken.request': 'Si cela se reproduit, communiquez cette référence à la boutique :',
  'broken.again': 'Réessayer',

  'connection.offline': 'Vous êtes hors ligne. Cette page reprendra dès que vous serez reconnecté.',
  'connection.lost': 'Impossible de joindre la page de paiement. Nouvelle tentative…',

  'state.loading': 'Chargement…',
}

export const plain: PlainWords = {
  home: 'Une boutique vous envoie ici au moment de payer. Sans commande, il n’y a rien à voir.',
  formTitle: 'Ce formulaire n’a pas été accepté',
  formText: 'Revenez en arrière, rechargez la page de votre commande et réessayez.',
  cardTitle: 'Veuillez réessayer',
  cardText:
    'Nous ne pouvons pas accepter les cartes pour le moment. Réessayez dans un instant ou payez autrement.',
  busyTitle: 'Très forte affluence en ce moment',
  busyText:
    'Votre commande est conservée. Gardez cette page ouverte : elle se rechargera toute seule dans quelques secondes.',
}

export const noScript: NoScriptWords = {
  cardTitle: 'La carte nécessite JavaScript',
  cardText:
    'Votre carte est chiffrée dans votre navigateur avant l’envoi, et seul JavaScript peut le faire. Activez-le et rechargez la page.',
  checkNow: 'Vérifier maintenant',
  payBy: 'À payer avant',
  waiting: 'En attente de votre paiement. Cette page s’actualise d’elle-même.',
  staleTitle: 'Veuillez réessayer',
  staleText:
    'Le formulaire est resté ouvert trop longtemps, ou votre navigateur n’accepte pas les cookies.',
}

export const assist: AssistWords = {
  emailMeant: 'Vouliez-vous dire {email} ?',
  addNumber: 'Ajoutez le numéro',
  cnpjWithLetters: 'CNPJ avec lettres',
}

export const sandbox: AllSandboxWords = {
  banner: 'Sandbox. Aucun argent réel ne circule ici.',
  testValues: 'Cartes et e-mails de test',
  paid: 'payée',
  declined: 'refusée',
  insufficientFunds: 'solde insuffisant',
  challenge: 'confirmée auprès de la banque',
  processing: 'd’abord « en cours de traitement », puis payée',
  noAnswer: 'la banque ne répond pas : « vérification », puis payée',
  paidAtOnce: 'Pix ou boleto, payé aussitôt',
  expiresAtOnce: 'Pix ou boleto, expiré aussitôt',
  neverPaid: 'Pix ou boleto, jamais payé',
  anyExpiryAndCode: 'N’importe quelle date d’expiration future, n’importe quel code de sécurité.',
  decide: 'Décider de la suite',
  declineCode: 'Code du refus',
  notPossible: 'C’est impossible en ce moment.',
  preview:
    'Aperçu d’une page de paiement : aucune commande ne s’y rattache et rien ne peut être payé ici.',
  outcomes: {
    pay: 'Payé',
    decline: 'Refusé',
    challenge_failed: 'Échec de 3-D Secure',
    pix_paid: 'Pix payé',
    pix_paid_late: 'Pix payé trop tard',
    boleto_paid: 'Boleto payé',
    boleto_paid_late: 'Boleto payé trop tard',
    processor_timeout: 'La banque ne répond pas',
    expire: 'Session expirée',
    void: 'Préautorisation levée',
    authorization_expired: 'Préautorisation expirée',
  },
}

export const bank: BankWords = {
  bank: 'Banque Sandbox',
  ribbon: 'Simulateur : ni vraie banque, ni argent réel',
  title: 'Confirmez ce paiement',
  explanation:
    'Ici, la banque émettrice de votre carte vérifierait que c’est bien vous. Dans la sandbox, vous choisissez le résultat.',
  merchant: 'Boutique',
  amount: 'Montant',
  card: 'Carte',
  cardEndingIn: 'se terminant par',
  complete: 'Valider l’authentification',
  fail: 'Refuser l’authentification',
  cancel: 'Annuler',
  notFoundTitle: 'Cette page n’existe pas',
  notFound: 'L’adresse est incomplète ou ne correspond à aucun paiement de cette sandbox.',
}
